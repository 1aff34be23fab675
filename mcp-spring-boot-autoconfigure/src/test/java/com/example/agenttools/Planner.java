package com.example.agenttools;

import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.spring.boot.McpTools;

@AiService
@McpTools(
    servers = {"github", "calendar"},
    exclude = {"delete_*", "merge_*"})
interface Planner {
  String plan(String question);
}
