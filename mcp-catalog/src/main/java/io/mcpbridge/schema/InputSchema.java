package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool's input schema, split into the part that can be sent and the rest. The root may have
 * {@code type}, {@code description}, {@code properties}, {@code required} and {@code $defs}.
 * Properties and definitions may contain any keyword. The root may not: LangChain4j sends no other,
 * and OpenAI and Anthropic reject requests with {@code anyOf}, {@code oneOf} or {@code allOf}
 * there.
 */
final class InputSchema {

  /**
   * Keeps each subschema; writes boolean schemas as objects, because some providers accept no
   * others.
   */
  static final Schemas FULL = (name, schema) -> asObject(schema);

  private static final Map<String, @Nullable Object> ANYTHING = Map.of();
  private static final Map<String, @Nullable Object> NOTHING = Map.of("not", Map.of());

  private final Schemas schemas;
  private final Map<String, @Nullable Object> unsent = new LinkedHashMap<>();
  private @Nullable String description;
  private Map<String, @Nullable Object> properties = Map.of();
  private List<String> required = List.of();
  private Map<String, @Nullable Object> definitions = Map.of();

  private InputSchema(Schemas schemas) {
    this.schemas = schemas;
  }

  /**
   * Splits a schema.
   *
   * @param root the root's keywords
   * @param definitions the content of {@code $defs}
   * @param schemas converts each subschema
   */
  static InputSchema of(
      Map<String, @Nullable Object> root,
      Map<String, @Nullable Object> definitions,
      Schemas schemas) {
    InputSchema schema = new InputSchema(schemas);
    root.forEach(
        (keyword, value) -> {
          if (!schema.send(keyword, value)) {
            schema.unsent.put(keyword, value);
          }
        });
    schema.definitions = schema.schemasIn(definitions);
    return schema;
  }

  /** Converts the schema of a property or definition. */
  @FunctionalInterface
  interface Schemas {

    /** Returns the converted schema, or {@code null} if the value is not a schema. */
    @Nullable Map<String, @Nullable Object> of(String name, @Nullable Object schema);
  }

  /** The root's description; {@code null} if it has none. */
  @Nullable String description() {
    return description;
  }

  /**
   * The schema to send as the tool's parameters.
   *
   * @param description the root's description; {@code null} for none
   * @param closed whether the root disallows other members
   */
  Map<String, @Nullable Object> sent(@Nullable String description, boolean closed) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    sent.put("type", "object");
    if (description != null) {
      sent.put("description", description);
    }
    sent.put("properties", properties);
    if (!required.isEmpty()) {
      sent.put("required", required);
    }
    if (closed) {
      sent.put("additionalProperties", false);
    }
    if (!definitions.isEmpty()) {
      sent.put("$defs", definitions);
    }
    return sent;
  }

  /** The root's keywords that cannot be sent and need a note in the description. */
  Map<String, @Nullable Object> unsent() {
    return unsent;
  }

  private boolean send(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "type" -> "object".equals(value);
      case "description" -> sendDescription(value);
      case "properties" -> sendProperties(value);
      case "required" -> sendRequired(value);
      // mcp-bridge validates arguments against the original schema
      case "additionalProperties" -> value instanceof Boolean;
      // no reference uses it any more, and the model does not need it
      case "$anchor", "$dynamicAnchor", "$recursiveAnchor", "id" -> true;
      case "$defs", "definitions" ->
          value instanceof Map<?, ?> named && schemasIn(named).size() == named.size();
      default -> false;
    };
  }

  private boolean sendDescription(@Nullable Object value) {
    if (value instanceof String text) {
      description = text;
      return true;
    }
    return false;
  }

  private boolean sendProperties(@Nullable Object value) {
    if (value instanceof Map<?, ?> named) {
      properties = schemasIn(named);
      return properties.size() == named.size();
    }
    return false;
  }

  private boolean sendRequired(@Nullable Object value) {
    if (value instanceof List<?> names) {
      required = names.stream().filter(String.class::isInstance).map(String.class::cast).toList();
      return required.size() == names.size();
    }
    return false;
  }

  private Map<String, @Nullable Object> schemasIn(Map<?, ?> named) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    named.forEach(
        (name, value) -> {
          Map<String, @Nullable Object> schema = schemas.of((String) name, value);
          if (schema != null) {
            sent.put((String) name, schema);
          }
        });
    return Collections.unmodifiableMap(sent);
  }

  private static @Nullable Map<String, @Nullable Object> asObject(@Nullable Object schema) {
    if (schema instanceof Boolean acceptsAny) {
      return acceptsAny ? ANYTHING : NOTHING;
    }
    @SuppressWarnings("unchecked") // the names of members are strings
    Map<String, @Nullable Object> keywords =
        schema instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : null;
    return keywords;
  }
}
