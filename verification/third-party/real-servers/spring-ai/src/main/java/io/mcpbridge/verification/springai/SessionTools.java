package io.mcpbridge.verification.springai;

import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.stereotype.Component;

/** Features that require a session; Spring AI omits them without one. */
@Component
class SessionTools {

  private static final long STEP_MS = 50;

  record Person(String name) {}

  @McpTool(description = "Counts, with progress")
  String count(McpSyncRequestContext client, @McpToolParam int to) throws InterruptedException {
    for (int i = 1; i <= to; i++) {
      Thread.sleep(STEP_MS);
      double step = i;
      client.progress(report -> report.progress(step).total(to).message("at " + (int) step));
    }
    return "Counted to " + to;
  }

  @McpTool(description = "Logs at two levels")
  String log(McpSyncRequestContext client) {
    client.debug("not to be heard");
    client.error("to be heard");
    return "logged";
  }

  @McpTool(name = "ask-model", description = "Asks the client's model")
  String askModel(McpSyncRequestContext client, @McpToolParam String text) {
    var answer = client.sample(text);
    return answer.model() + " said " + ((TextContent) answer.content()).text();
  }

  @McpTool(name = "ask-user", description = "Asks the client's user for a name")
  String askUser(McpSyncRequestContext client) {
    var answer = client.elicit(question -> question.message("Who are you?"), Person.class);
    return answer.action() + " " + answer.structuredContent();
  }
}
