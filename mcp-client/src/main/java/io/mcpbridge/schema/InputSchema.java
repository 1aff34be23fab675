package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool's input schema in two parts that together are the whole. The root has {@code type}, {@code
 * description}, {@code properties}, {@code required} and {@code $defs}; anything may stand inside
 * the properties and definitions, but no other keyword beside them: LangChain4j sends none, and
 * OpenAI and Anthropic refuse a request with {@code anyOf}, {@code oneOf} or {@code allOf} there.
 */
final class InputSchema {

  /** Each as it is. The boolean schemas are written out, because some providers take no others. */
  static final Schemas WHOLE = (name, schema) -> whole(schema);

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
   * Takes a schema apart.
   *
   * @param root its keywords
   * @param definitions what to send under {@code $defs}
   * @param schemas what is sent of a schema inside
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

  /** What is sent of the schema of a property or definition. */
  @FunctionalInterface
  interface Schemas {

    /** The schema by this name, or {@code null} if the value is none. */
    @Nullable Map<String, @Nullable Object> of(String name, @Nullable Object schema);
  }

  /** The description of the root, if it has one. */
  @Nullable String description() {
    return description;
  }

  /**
   * What is sent as the tool's parameters.
   *
   * @param description of the root; {@code null} for none
   * @param closed whether the root says that there are no other members
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

  /** The root's keywords that are not sent as they stand, and have to be told in words. */
  Map<String, @Nullable Object> unsent() {
    return unsent;
  }

  private boolean send(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "type" -> "object".equals(value);
      case "description" -> sendDescription(value);
      case "properties" -> sendProperties(value);
      case "required" -> sendRequired(value);
      // the product holds arguments against the schema itself
      case "additionalProperties" -> value instanceof Boolean;
      // nothing refers to the root by it any more, and no model has to
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

  private static @Nullable Map<String, @Nullable Object> whole(@Nullable Object schema) {
    if (schema instanceof Boolean anything) {
      return anything ? ANYTHING : NOTHING;
    }
    @SuppressWarnings("unchecked") // the names of members are strings
    Map<String, @Nullable Object> keywords =
        schema instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : null;
    return keywords;
  }
}
