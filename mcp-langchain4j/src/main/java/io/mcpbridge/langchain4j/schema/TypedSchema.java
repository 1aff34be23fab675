package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * LangChain4j's own type for a schema, where it says exactly the same. Raw schemas carry anything,
 * but some model providers refuse them and each is parsed again for every request, so the plain
 * ones, which are most, go typed.
 */
final class TypedSchema {

  private TypedSchema() {}

  /** The typed schema that is sent as exactly these keywords, or {@code null} if there is none. */
  static @Nullable JsonSchemaElement of(Map<?, ?> keywords) {
    if (!(keywords.get("type") instanceof String type)) {
      return null;
    }
    String description = keywords.get("description") instanceof String text ? text : null;
    int others = keywords.size() - (description == null ? 1 : 2);
    return switch (type) {
      case "array" -> others == 1 ? array(keywords.get("items"), description) : null;
      case "string" ->
          others == 1
              ? enumeration(keywords.get("enum"), description)
              : others == 0 ? JsonStringSchema.builder().description(description).build() : null;
      case "integer" ->
          others == 0 ? JsonIntegerSchema.builder().description(description).build() : null;
      case "number" ->
          others == 0 ? JsonNumberSchema.builder().description(description).build() : null;
      case "boolean" ->
          others == 0 ? JsonBooleanSchema.builder().description(description).build() : null;
      default -> null;
    };
  }

  private static @Nullable JsonSchemaElement array(
      @Nullable Object items, @Nullable String description) {
    JsonSchemaElement element = items instanceof Map<?, ?> keywords ? of(keywords) : null;
    return element == null
        ? null
        : JsonArraySchema.builder().description(description).items(element).build();
  }

  private static @Nullable JsonSchemaElement enumeration(
      @Nullable Object values, @Nullable String description) {
    return values instanceof List<?> list
            && !list.isEmpty()
            && list.stream().allMatch(String.class::isInstance)
        ? JsonEnumSchema.builder()
            .description(description)
            .enumValues(list.stream().map(String.class::cast).toList())
            .build()
        : null;
  }
}
