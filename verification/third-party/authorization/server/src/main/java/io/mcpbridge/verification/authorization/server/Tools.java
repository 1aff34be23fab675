package io.mcpbridge.verification.authorization.server;

import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** Tools that return the user of the call. */
@Component
class Tools {

  @McpTool(name = "whoami", description = "Says who is calling")
  String whoami() {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    return caller == null ? "unknown" : caller.getName();
  }

  @McpTool(name = "orders", description = "Says whose orders these are; takes the scope orders")
  String orders() {
    return "orders of " + whoami();
  }

  @McpTool(name = "archive", description = "Takes the scope archive")
  String archive() {
    return "archive of " + whoami();
  }
}
