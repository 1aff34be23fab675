package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
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

  private final ServerCore server;

  Operations(ServerCore server) {
    this.server = server;
  }

  boolean knows(String method) {
    String capability = CAPABILITY_OF.get(method);
    return capability != null && server.capabilities().has(capability);
  }

  /** The result, or {@code null} if there will never be one. */
  @Nullable JsonObject perform(Turn serverTurn, ProtocolEra protocolEra)
      throws JsonRpcRefusal, InterruptedException {
    String method = serverTurn.received().method();
    if (!knows(method)) {
      throw JsonRpcRefusal.of(404, JsonRpcError.METHOD_NOT_FOUND, "Method not found: " + method);
    }
    JsonObject params = serverTurn.received().params();
    ServerOffer serverOffer = server.serverOffer();
    return switch (method) {
      case "tools/list" -> serverOffer.tools().page(params);
      case "resources/list" -> serverOffer.resources().page(params);
      case "resources/templates/list" -> serverOffer.templates().page(params);
      case "prompts/list" -> serverOffer.prompts().page(params);
      default -> run(script(serverTurn, protocolEra), serverTurn, protocolEra);
    };
  }

  private FeatureScript script(Turn serverTurn, ProtocolEra protocolEra) throws JsonRpcRefusal {
    JsonObject params = serverTurn.received().params();
    String name = params.string("name", "");
    String uri = params.string("uri", "");
    ServerOffer serverOffer = server.serverOffer();
    return switch (serverTurn.received().method()) {
      case "tools/call" ->
          require(
              serverOffer.tools().script(name),
              JsonRpcError.INVALID_PARAMS,
              "Unknown tool: " + name);
      case "prompts/get" -> prompt(serverTurn, name);
      case "resources/read" ->
          require(
              serverOffer.resource(uri),
              protocolEra.resourceNotFound(),
              "Resource not found: " + uri);
      default ->
          require(serverOffer.completion(), JsonRpcError.INVALID_PARAMS, "nothing to complete");
    };
  }

  private FeatureScript prompt(Turn serverTurn, String name) throws JsonRpcRefusal {
    FeatureScript prompt =
        require(
            server.serverOffer().prompts().script(name),
            JsonRpcError.INVALID_PARAMS,
            "Unknown prompt: " + name);
    Map<String, @Nullable Object> arguments = serverTurn.received().arguments().toMap();
    for (Object argument : prompt.definition().list("arguments")) {
      JsonObject definition = JsonObject.of(argument);
      String required = definition.string("name", "");
      if (Boolean.TRUE.equals(definition.bool("required")) && !arguments.containsKey(required)) {
        throw JsonRpcRefusal.invalidParams("Missing required argument: " + required);
      }
    }
    arguments.forEach(
        (argument, value) -> {
          if (!(value instanceof String)) {
            server.violation(
                "the argument " + argument + " of prompts/get is not a string: " + value);
          }
        });
    return prompt;
  }

  private static FeatureScript require(@Nullable FeatureScript script, int code, String complaint)
      throws JsonRpcRefusal {
    if (script == null) {
      throw JsonRpcRefusal.of(200, code, complaint);
    }
    return script;
  }

  private static @Nullable JsonObject run(
      FeatureScript script, Turn serverTurn, ProtocolEra protocolEra)
      throws JsonRpcRefusal, InterruptedException {
    serverTurn.begin();
    HandledCall call = new HandledCall(serverTurn, protocolEra);
    Outcome result = script.run(call);
    JsonObject answer = result.play(call);
    return serverTurn.isCancelled() && !result.late() ? null : answer;
  }
}
