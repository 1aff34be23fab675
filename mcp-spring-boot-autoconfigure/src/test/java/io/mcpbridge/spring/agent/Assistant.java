package io.mcpbridge.spring.agent;

import dev.langchain4j.service.spring.AiService;

@AiService
interface Assistant {

  String chat(String message);
}
