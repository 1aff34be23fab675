package io.mcpbridge.verification.springai;

import org.springframework.ai.mcp.annotation.McpArg;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.stereotype.Component;

@Component
class Memo {

  @McpResource(uri = "memo://note", name = "note", mimeType = "text/plain")
  String note() {
    return "Remember the milk";
  }

  @McpPrompt(name = "welcome", description = "Welcomes a user")
  String welcome(@McpArg(name = "name", description = "Whom", required = true) String name) {
    return "Welcome, " + name + "!";
  }
}
