package io.mcpbridge.verification.springai;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.stereotype.Component;

/** Features that do not require a session. */
@Component
class Tools {

  record Sum(double sum) {}

  @McpTool(description = "Says the text again")
  String echo(@McpToolParam(description = "what to say") String text) {
    return text;
  }

  @McpTool(description = "Adds two numbers", generateOutputSchema = true)
  Sum add(@McpToolParam double a, @McpToolParam double b) {
    return new Sum(a + b);
  }

  @McpTool(description = "Answers that it failed")
  CallToolResult fail() {
    return CallToolResult.builder().addTextContent("failed as asked").isError(true).build();
  }

  @McpTool(description = "Throws an exception")
  String crash() {
    throw new IllegalStateException("crashed as asked");
  }
}
