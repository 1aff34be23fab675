package io.mcpbridge.spring.agents;

import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.service.spring.AiServiceWiringMode;
import io.mcpbridge.spring.boot.McpTools;

/** A streaming agent with explicit wiring and the notes of its user. */
@AiService(wiringMode = AiServiceWiringMode.EXPLICIT, streamingChatModel = "streamingChatModel")
@McpTools(
    servers = {"github", "notes"},
    include = {"merge", "note*"})
interface Writer {

  TokenStream chat(String message);
}
