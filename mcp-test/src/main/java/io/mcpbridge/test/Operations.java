package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods that are the same in every revision. */
final class Operations {

  private static final Map<String, String> CAPABILITY_OF =
      Map.of(
          "tools/list", "tools",
          "tools/call", "tools",
          "resources/list", "resources",
          "resources/templates/list", "resources",
          "resources/read", "resources",
          "prompts/list", "prompts",
          "prompts/get", "prompts",
          "completion/complete", "completions");

  private final FakeMcpServer server;

  Operations(FakeMcpServer server) {
    this.server = server;
  }

  boolean knows(String method) {
    String capability = CAPABILITY_OF.get(method);
    return capability != null && server.capabilities().has(capability);
  }

  /** The result, or {@code null} if there will never be one. */
  @Nullable JsonObject perform(Turn turn, Era era) throws Refusal, InterruptedException {
    String method = turn.received().method();
    if (!knows(method)) {
      throw Refusal.of(404, JsonRpcError.METHOD_NOT_FOUND, "Method not found: " + method);
    }
    JsonObject params = turn.received().params();
    Catalogue catalogue = server.catalogue();
    return switch (method) {
      case "tools/list" -> catalogue.tools().page(params);
      case "resources/list" -> catalogue.resources().page(params);
      case "resources/templates/list" -> catalogue.templates().page(params);
      case "prompts/list" -> catalogue.prompts().page(params);
      default -> run(script(turn, era), turn, era);
    };
  }

  private Script script(Turn turn, Era era) throws Refusal {
    JsonObject params = turn.received().params();
    String name = params.string("name", "");
    String uri = params.string("uri", "");
    Catalogue catalogue = server.catalogue();
    return switch (turn.received().method()) {
      case "tools/call" ->
          require(
              catalogue.tools().script(name), JsonRpcError.INVALID_PARAMS, "Unknown tool: " + name);
      case "prompts/get" -> prompt(turn, name);
      case "resources/read" ->
          require(catalogue.resource(uri), era.resourceNotFound(), "Resource not found: " + uri);
      default ->
          require(catalogue.completion(), JsonRpcError.INVALID_PARAMS, "nothing to be completed");
    };
  }

  private Script prompt(Turn turn, String name) throws Refusal {
    Script prompt =
        require(
            server.catalogue().prompts().script(name),
            JsonRpcError.INVALID_PARAMS,
            "Unknown prompt: " + name);
    Map<String, @Nullable Object> given = turn.received().arguments().toMap();
    for (Object argument : prompt.definition().list("arguments")) {
      JsonObject definition = JsonObject.of(argument);
      String required = definition.string("name", "");
      if (Boolean.TRUE.equals(definition.bool("required")) && !given.containsKey(required)) {
        throw Refusal.invalidParams("Missing required argument: " + required);
      }
    }
    given.forEach(
        (argument, value) -> {
          if (!(value instanceof String)) {
            server.violation("the argument " + argument + " of prompts/get is no string: " + value);
          }
        });
    return prompt;
  }

  private static Script require(@Nullable Script script, int code, String complaint)
      throws Refusal {
    if (script == null) {
      throw Refusal.of(200, code, complaint);
    }
    return script;
  }

  private static @Nullable JsonObject run(Script script, Turn turn, Era era)
      throws Refusal, InterruptedException {
    turn.begin();
    FakeCall call = new FakeCall(turn, era);
    FakeResult result = script.run(call);
    JsonObject answer = result.play(call);
    return turn.isCancelled() && !result.isLate() ? null : answer;
  }
}
