package io.mcpbridge.spring.agents;

import dev.langchain4j.service.spring.AiService;

/** An agent without annotation: it gets the primary provider of the application. */
@AiService
interface Clerk {

  String chat(String message);
}
