package org.springframework.ai.anthropic;

/** Has the name of Spring AI's class for Anthropic, which is not on the class path. */
public class AnthropicChatModel {}
