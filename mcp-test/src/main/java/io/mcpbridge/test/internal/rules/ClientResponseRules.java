package io.mcpbridge.test.internal.rules;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /** Validates form content against the flat schemas of elicitation (2025-11-25, elicitation). */
  private static final class FormRules {

    private FormRules() {}

    /** The problems of the content. */
    static List<String> problems(JsonObject schema, Map<String, @Nullable Object> content) {
      List<String> problems = new ArrayList<>();
      for (Object required : schema.list("required")) {
        if (!content.containsKey(String.valueOf(required))) {
          problems.add("lacks the required " + required);
        }
      }
      JsonObject properties = JsonObject.of(schema.map("properties"));
      content.forEach(
          (name, value) -> {
            JsonObject property = properties.object(name);
            if (property == null) {
              problems.add("has " + name + ", which was not requested");
            } else if (!fits(property, value)) {
              problems.add("has a " + name + " that does not match " + property.toJson());
            }
          });
      return problems;
    }

    private static boolean fits(JsonObject schema, @Nullable Object value) {
      return switch (schema.string("type", "")) {
        case "string" -> value instanceof String text && text(schema, text);
        case "number" -> value instanceof Number number && range(schema, number);
        case "integer" ->
            value instanceof Number number
                && JsonObject.wholeNumber(number) != null
                && range(schema, number);
        case "boolean" -> value instanceof Boolean;
        case "array" -> value instanceof List<?> several && choices(schema, several);
        default -> true;
      };
    }

    private static boolean text(JsonObject schema, String text) {
      int length = text.codePointCount(0, text.length());
      String pattern = schema.string("pattern");
      return chosen(schema, text)
          && length >= bound(schema, "minLength", 0)
          && length <= bound(schema, "maxLength", Long.MAX_VALUE)
          && (pattern == null || Pattern.compile(pattern).matcher(text).find());
    }

    private static boolean range(JsonObject schema, Number value) {
      BigDecimal number = new BigDecimal(value.toString());
      Number minimum = schema.number("minimum");
      Number maximum = schema.number("maximum");
      return (minimum == null || number.compareTo(new BigDecimal(minimum.toString())) >= 0)
          && (maximum == null || number.compareTo(new BigDecimal(maximum.toString())) <= 0);
    }

    private static boolean choices(JsonObject schema, List<?> values) {
      JsonObject items = JsonObject.of(schema.map("items"));
      return values.size() >= bound(schema, "minItems", 0)
          && values.size() <= bound(schema, "maxItems", Long.MAX_VALUE)
          && values.stream().allMatch(value -> value instanceof String text && chosen(items, text));
    }

    /** Whether it is among the choices, if there are any. */
    private static boolean chosen(JsonObject schema, String text) {
      List<Object> choices =
          Stream.of(
                  schema.list("enum").stream(),
                  schema.list("oneOf").stream().map(FormRules::constant),
                  schema.list("anyOf").stream().map(FormRules::constant))
              .flatMap(choice -> choice)
              .filter(Objects::nonNull)
              .toList();
      return choices.isEmpty() || choices.contains(text);
    }

    private static @Nullable Object constant(@Nullable Object choice) {
      JsonObject object = JsonObject.orNull(choice);
      return object == null ? null : object.get("const");
    }

    private static long bound(JsonObject schema, String name, long otherwise) {
      Long bound = schema.integer(name);
      return bound == null ? otherwise : bound;
    }
  }
}
