package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.mcpbridge.json.Json;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maps adapted schemas to equivalent LangChain4j types. Raw schemas can hold anything, but some of
 * LangChain4j's adapters refuse them and each is parsed again for every request, so plain schemas,
 * which are most, become typed.
 */
final class SchemaElements {

  private SchemaElements() {}

  /** A tool's parameters. */
  static JsonObjectSchema parameters(AdaptedSchema schema, SchemaProfile profile) {
    return object(
        schema.inputSchema(),
        profile == SchemaProfile.TYPED ? SchemaElements::typed : SchemaElements::element);
  }

  private static JsonObjectSchema object(
      Map<?, ?> keywords, Function<Map<?, ?>, JsonSchemaElement> toElement) {
    JsonObjectSchema.Builder object =
        JsonObjectSchema.builder()
            .description(text(keywords))
            .addProperties(elements(keywords.get("properties"), toElement))
            .required(strings(keywords.get("required")));
    if (keywords.get("additionalProperties") instanceof Boolean allowed) {
      object.additionalProperties(allowed);
    }
    return object.definitions(elements(keywords.get("$defs"), toElement)).build();
  }

  private static Map<String, JsonSchemaElement> elements(
      @Nullable Object named, Function<Map<?, ?>, JsonSchemaElement> toElement) {
    Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
    if (named instanceof Map<?, ?> schemas) {
      schemas.forEach(
          (name, schema) -> elements.put((String) name, toElement.apply((Map<?, ?>) schema)));
    }
    return elements;
  }

  private static JsonSchemaElement element(Map<?, ?> keywords) {
    JsonSchemaElement plain = plain(keywords);
    return plain != null ? plain : JsonRawSchema.from(Json.write(keywords));
  }

  /** The typed schema that is sent as exactly these keywords, or {@code null} if there is none. */
  private static @Nullable JsonSchemaElement plain(Map<?, ?> keywords) {
    if (!(keywords.get("type") instanceof String type)) {
      return null;
    }
    String description = text(keywords);
    int remaining = keywords.size() - (description == null ? 1 : 2);
    return switch (type) {
      case "array" -> remaining == 1 ? array(keywords.get("items"), description) : null;
      case "string" ->
          remaining == 1
              ? enumeration(keywords.get("enum"), description)
              : remaining == 0 ? JsonStringSchema.builder().description(description).build() : null;
      case "integer", "number", "boolean" -> remaining == 0 ? scalar(type, description) : null;
      default -> null;
    };
  }

  private static @Nullable JsonSchemaElement array(
      @Nullable Object items, @Nullable String description) {
    JsonSchemaElement element = items instanceof Map<?, ?> keywords ? plain(keywords) : null;
    return element == null
        ? null
        : JsonArraySchema.builder().description(description).items(element).build();
  }

  private static @Nullable JsonSchemaElement enumeration(
      @Nullable Object values, @Nullable String description) {
    return values instanceof List<?> list
            && !list.isEmpty()
            && list.stream().allMatch(String.class::isInstance)
        ? JsonEnumSchema.builder().description(description).enumValues(strings(list)).build()
        : null;
  }

  /** For {@link SchemaProfile#TYPED}, whose schemas have the keywords of these types alone. */
  private static JsonSchemaElement typed(Map<?, ?> keywords) {
    String description = text(keywords);
    if (keywords.get("anyOf") instanceof List<?> branches) {
      return JsonAnyOfSchema.builder()
          .description(description)
          .anyOf(branches.stream().map(branch -> typed((Map<?, ?>) branch)).toList())
          .build();
    }
    String type = String.valueOf(keywords.get("type"));
    return switch (type) {
      case "object" -> object(keywords, SchemaElements::typed);
      case "array" ->
          JsonArraySchema.builder()
              .description(description)
              .items(keywords.get("items") instanceof Map<?, ?> items ? typed(items) : null)
              .build();
      case "null" -> new JsonNullSchema();
      case "string" ->
          keywords.get("enum") instanceof List<?> values
              ? JsonEnumSchema.builder()
                  .description(description)
                  .enumValues(strings(values))
                  .build()
              : JsonStringSchema.builder().description(description).build();
      default -> scalar(type, description);
    };
  }

  private static JsonSchemaElement scalar(String type, @Nullable String description) {
    return switch (type) {
      case "integer" -> JsonIntegerSchema.builder().description(description).build();
      case "number" -> JsonNumberSchema.builder().description(description).build();
      case "boolean" -> JsonBooleanSchema.builder().description(description).build();
      default -> throw new IllegalArgumentException("no type for " + type);
    };
  }

  private static @Nullable String text(Map<?, ?> keywords) {
    return keywords.get("description") instanceof String text ? text : null;
  }

  private static List<String> strings(@Nullable Object values) {
    return values instanceof List<?> list
        ? list.stream().map(String.class::cast).toList()
        : List.of();
  }
}
