package io.mcpbridge.spring.agents;

import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpTools;

/** An agent that only reads. */
@AiService
@McpTools(servers = "github", traits = ToolTrait.READ_ONLY)
interface Reviewer {

  String chat(String message);
}
