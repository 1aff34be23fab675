package io.mcpbridge.samples.langchain4j;

import dev.langchain4j.service.spring.AiService;

/**
 * LangChain4j implements this with the chat model and the MCP tools among the beans. Public, for
 * ahead-of-time processing.
 */
@AiService
public interface Assistant {

  String chat(String message);
}
