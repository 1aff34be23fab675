package com.example.migration.before;

import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.util.Map;
import org.springaicommunity.mcp.annotation.McpElicitation;
import org.springframework.stereotype.Component;

@Component
class Forms {

  @McpElicitation(clients = "weather")
  ElicitResult fillIn(ElicitRequest form) {
    return new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("name", "Ada"));
  }
}
