package io.mcpbridge.test.internal.rules;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the client's responses to server requests: a valid result if it declared the capability,
 * else an error (specification, client features).
 */
public final class ClientResponseRules {

  private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");

  private final JsonObject capabilities;
  private final Consumer<String> violations;

  public ClientResponseRules(JsonObject declaredCapabilities, Consumer<String> violations) {
    this.capabilities = declaredCapabilities;
    this.violations = violations;
  }

  public void check(FakeServerRequest question, JsonRpcResponse response) {
    String missing = missingCapability(question);
    JsonObject result = response.result();
    JsonRpcError error = response.error();
    if (result != null) {
      check(question, result);
    } else if (error != null && missing != null && !refuses(error.code())) {
      violations.accept(
          "%s was refused with %d for lack of %s; use -32601 or -32602"
              .formatted(question, error.code(), missing));
    }
  }

  /** Checks a result, the only form of response in 2026-07-28. */
  public void check(FakeServerRequest question, JsonObject result) {
    String missing = missingCapability(question);
    if (missing != null) {
      violations.accept(question + " was answered, but the client has not declared " + missing);
    }
    switch (question.method()) {
      case "roots/list" -> roots(result);
      case "sampling/createMessage" -> sampling(result);
      case "elicitation/create" -> elicitation(question.parameters(), result);
      default -> {
        // other results are not checked
      }
    }
  }

  private static boolean refuses(int code) {
    return code == JsonRpcError.METHOD_NOT_FOUND || code == JsonRpcError.INVALID_PARAMS;
  }

  private @Nullable String missingCapability(FakeServerRequest question) {
    JsonObject params = question.parameters();
    return switch (question.method()) {
      case "roots/list" -> missing("roots");
      case "sampling/createMessage" ->
          params.has("tools") || params.has("toolChoice")
              ? missing("sampling", "tools")
              : missing("sampling");
      case "elicitation/create" -> missingMode(params.string("mode", "form"));
      default -> null;
    };
  }

  private @Nullable String missing(String capability) {
    return capabilities.object(capability) == null ? capability : null;
  }

  private @Nullable String missing(String capability, String part) {
    JsonObject declared = capabilities.object(capability);
    return declared == null || !declared.has(part) ? capability + "." + part : null;
  }

  /** An empty capability means form mode. */
  private @Nullable String missingMode(String mode) {
    JsonObject declared = capabilities.object("elicitation");
    boolean implied = declared != null && !declared.has("url") && mode.equals("form");
    return implied ? null : missing("elicitation", mode);
  }

  private void roots(JsonObject result) {
    if (!(result.get("roots") instanceof List<?> roots)) {
      complain("roots/list", "has no array roots", result);
      return;
    }
    for (Object root : roots) {
      JsonObject object = JsonObject.orNull(root);
      if (object == null || !object.string("uri", "").startsWith("file://")) {
        complain("roots/list", "has a root without a file:// uri", result);
      }
    }
  }

  private void sampling(JsonObject result) {
    if (!List.of("assistant", "user").contains(result.string("role", ""))
        || result.string("model") == null) {
      complain("sampling/createMessage", "has no role or no model", result);
    }
    Object content = result.get("content");
    List<?> blocks = content instanceof List<?> several ? several : Arrays.asList(content);
    for (Object block : blocks) {
      JsonObject object = JsonObject.orNull(block);
      if (object == null || object.string("type") == null) {
        complain("sampling/createMessage", "has content that is not a block with a type", result);
      }
    }
  }

  private void elicitation(JsonObject params, JsonObject result) {
    String action = result.string("action", "");
    boolean form = params.string("mode", "form").equals("form");
    if (!ACTIONS.contains(action)) {
      complain("elicitation/create", "has no action that is one of " + ACTIONS, result);
    }
    if (!action.equals("accept") || !form) {
      if (result.has("content")) {
        complain("elicitation/create", "has content, which only an accepted form may have", result);
      }
      return;
    }
    JsonObject schema = params.object("requestedSchema");
    Map<String, @Nullable Object> content = result.map("content");
    FormRules.problems(schema == null ? JsonObject.empty() : schema, content)
        .forEach(problem -> complain("elicitation/create", problem, result));
  }

  private void complain(String method, String problem, JsonObject result) {
    violations.accept("the answer to " + method + " " + problem + ": " + result.toJson());
  }
}
