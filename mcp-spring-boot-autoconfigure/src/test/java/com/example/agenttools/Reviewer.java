package com.example.agenttools;

import static io.mcpbridge.selection.ToolTrait.READ_ONLY;

import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.spring.boot.McpTools;

@AiService
@McpTools(servers = "github", traits = READ_ONLY)
interface Reviewer {
  String review(String question);
}
