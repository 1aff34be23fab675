package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods that mean the same in every revision. */
final class Operations {

  private static final Map<String, String> CAPABILITY_OF =
      Map.of(
          "tools/list", "tools",
          "tools/call", "tools",
          "resources/list", "resources",
          "resources/templates/list", "resources",
          "resources/read", "resources",
          "prompts/list", "prompts",
          "prompts/get", "prompts");

  private final FakeMcpServer server;

  Operations(FakeMcpServer server) {
    this.server = server;
  }

  boolean knows(String method) {
    String capability = CAPABILITY_OF.get(method);
    return capability != null && server.capabilities().has(capability);
  }

  /** The result, or {@code null} if there is never going to be one. */
  @Nullable JsonObject perform(Turn turn, Era era) throws Refusal, InterruptedException {
    String method = turn.received().method();
    if (!knows(method)) {
      throw Refusal.of(404, JsonRpcError.METHOD_NOT_FOUND, "Method not found: " + method);
    }
    JsonObject params = turn.received().params();
    Catalogue catalogue = server.catalogue();
    return switch (method) {
      case "tools/list" -> catalogue.listTools(params);
      case "tools/call" -> call(turn, era);
      case "resources/list" -> catalogue.listResources(params);
      case "resources/templates/list" -> JsonObject.empty().with("resourceTemplates", List.of());
      case "resources/read" -> catalogue.readResource(params);
      case "prompts/list" -> catalogue.listPrompts(params);
      default -> catalogue.getPrompt(params);
    };
  }

  private @Nullable JsonObject call(Turn turn, Era era) throws Refusal, InterruptedException {
    String name = turn.received().params().string("name", "");
    ToolScript tool = server.catalogue().tool(name);
    if (tool == null) {
      throw Refusal.invalidParams("Unknown tool: " + name);
    }
    turn.begin();
    FakeCall call = new FakeCall(turn, era);
    FakeResult result = tool.run(call);
    JsonObject answer = result.play(call);
    return turn.isCancelled() && !result.isLate() ? null : answer;
  }
}
