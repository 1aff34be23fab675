package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Schemas without references as LangChain4j's own types, the nearest there are. Keywords that these
 * do not have are told in the description.
 */
final class TypedElements {

  private final Losses losses;

  TypedElements(Losses losses) {
    this.losses = losses;
  }

  /** The type for a property of the root, or {@code null} if the value is no schema. */
  @Nullable JsonSchemaElement property(String name, @Nullable Object schema) {
    return Keywords.isSchema(schema) ? element(schema, Place.ROOT.at("properties").at(name)) : null;
  }

  private JsonSchemaElement element(@Nullable Object schema, Place place) {
    return schema instanceof Map<?, ?> keywords
        ? element(new TypedKeywords(AllOf.flattened(GeminiKeywords.respelled(keywords))), place)
        : anything(
            new TypedKeywords(Boolean.FALSE.equals(schema) ? Map.of("not", Map.of()) : Map.of()),
            place);
  }

  private JsonSchemaElement element(TypedKeywords schema, Place place) {
    List<?> branches = schema.branches();
    if (!branches.isEmpty()) {
      if (schema.isOneOf()) {
        losses.add(place, "is sent with anyOf in place of oneOf");
      }
      return anyOf(schema, elements(branches, place.at("anyOf")));
    }
    List<String> types = schema.types();
    if (types.size() > 1) {
      return anyOf(schema, types.stream().map(type -> element(type, schema, place)).toList());
    }
    return types.isEmpty() ? anything(schema, place) : element(types.get(0), schema, place);
  }

  private JsonSchemaElement element(String type, TypedKeywords schema, Place place) {
    return switch (type) {
      case "object" -> object(schema, place);
      case "array" -> array(schema, place);
      case "integer" -> JsonIntegerSchema.builder().description(schema.description()).build();
      case "number" -> JsonNumberSchema.builder().description(schema.description()).build();
      case "boolean" -> JsonBooleanSchema.builder().description(schema.description()).build();
      case "null" -> new JsonNullSchema();
      default -> text(schema);
    };
  }

  private static JsonSchemaElement text(TypedKeywords schema) {
    List<String> values = schema.choices();
    return values.isEmpty()
        ? JsonStringSchema.builder().description(schema.description()).build()
        : JsonEnumSchema.builder().description(schema.description()).enumValues(values).build();
  }

  private JsonSchemaElement object(TypedKeywords schema, Place place) {
    Map<String, JsonSchemaElement> properties = new LinkedHashMap<>();
    schema
        .properties()
        .forEach(
            (name, held) -> properties.put(name, element(held, place.at("properties").at(name))));
    return JsonObjectSchema.builder()
        .description(schema.description())
        .addProperties(properties)
        .required(schema.required())
        .build();
  }

  private JsonSchemaElement array(TypedKeywords schema, Place place) {
    List<?> items = schema.items();
    Set<JsonSchemaElement> elements = new LinkedHashSet<>(elements(items, place.at("items")));
    JsonSchemaElement element =
        elements.size() == 1
            ? elements.iterator().next()
            : JsonAnyOfSchema.builder().anyOf(new ArrayList<>(elements)).build();
    return JsonArraySchema.builder().description(schema.description()).items(element).build();
  }

  private List<JsonSchemaElement> elements(List<?> schemas, Place place) {
    List<JsonSchemaElement> elements = new ArrayList<>();
    for (int n = 0; n < schemas.size(); n++) {
      elements.add(element(schemas.get(n), place.at(Integer.toString(n))));
    }
    return elements;
  }

  private static JsonSchemaElement anyOf(TypedKeywords schema, List<JsonSchemaElement> branches) {
    return JsonAnyOfSchema.builder().description(schema.description()).anyOf(branches).build();
  }

  private JsonSchemaElement anything(TypedKeywords schema, Place place) {
    losses.add(place, "takes any value, and is asked for as a text, a number or true or false");
    return anyOf(
        schema,
        List.of(
            JsonStringSchema.builder().build(),
            JsonNumberSchema.builder().build(),
            JsonBooleanSchema.builder().build()));
  }
}
