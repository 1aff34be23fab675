package io.mcpbridge.spring.chat;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with Spring AI, its OpenAI starter and this starter; nothing of its own. */
@SpringBootApplication
class ChatApplication {}
