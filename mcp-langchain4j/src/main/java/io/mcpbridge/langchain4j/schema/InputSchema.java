package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool's input schema in two parts that together are the whole. LangChain4j takes a root of
 * {@code type}, {@code description}, {@code properties}, {@code required} and {@code $defs};
 * anything may stand inside the properties and definitions, but no other keyword beside them.
 */
final class InputSchema {

  /** Each as it is. */
  static final Elements WHOLE = (name, schema) -> Subschema.of(schema);

  private final JsonObjectSchema.Builder sent = JsonObjectSchema.builder();
  private final Map<String, @Nullable Object> unsent = new LinkedHashMap<>();

  private final Elements elements;

  private InputSchema(Elements elements) {
    this.elements = elements;
  }

  /**
   * Takes a schema apart.
   *
   * @param root its keywords
   * @param definitions what to send under {@code $defs}
   * @param elements what LangChain4j is given for a schema inside
   */
  static InputSchema of(
      Map<String, @Nullable Object> root,
      Map<String, @Nullable Object> definitions,
      Elements elements) {
    InputSchema schema = new InputSchema(elements);
    root.forEach(
        (keyword, value) -> {
          if (!schema.send(keyword, value)) {
            schema.unsent.put(keyword, value);
          }
        });
    schema.sent.definitions(schema.schemasIn(definitions));
    return schema;
  }

  /** What LangChain4j is given for the schema of a property or definition. */
  @FunctionalInterface
  interface Elements {

    /** The schema by this name, or {@code null} if the value is none. */
    @Nullable JsonSchemaElement of(String name, @Nullable Object schema);
  }

  /** What LangChain4j sends as the tool's parameters. */
  JsonObjectSchema sent() {
    return sent.build();
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
      case "additionalProperties" -> holdAdditionalProperties(value);
      case "$defs", "definitions" ->
          value instanceof Map<?, ?> schemas && schemasIn(schemas).size() == schemas.size();
      default -> false;
    };
  }

  private boolean sendDescription(@Nullable Object value) {
    if (value instanceof String description) {
      sent.description(description);
      return true;
    }
    return false;
  }

  private boolean sendProperties(@Nullable Object value) {
    if (value instanceof Map<?, ?> properties) {
      Map<String, JsonSchemaElement> schemas = schemasIn(properties);
      sent.addProperties(schemas);
      return schemas.size() == properties.size();
    }
    return false;
  }

  private boolean sendRequired(@Nullable Object value) {
    if (value instanceof List<?> names) {
      List<String> strings =
          names.stream().filter(String.class::isInstance).map(String.class::cast).toList();
      sent.required(strings);
      return strings.size() == names.size();
    }
    return false;
  }

  /** Most model providers are sent no word about additional properties. */
  private boolean holdAdditionalProperties(@Nullable Object value) {
    if (value instanceof Boolean allowed) {
      sent.additionalProperties(allowed);
    }
    return false;
  }

  private Map<String, JsonSchemaElement> schemasIn(Map<?, ?> named) {
    Map<String, JsonSchemaElement> schemas = new LinkedHashMap<>();
    named.forEach(
        (name, value) -> {
          JsonSchemaElement schema = elements.of((String) name, value);
          if (schema != null) {
            schemas.put((String) name, schema);
          }
        });
    return schemas;
  }
}
