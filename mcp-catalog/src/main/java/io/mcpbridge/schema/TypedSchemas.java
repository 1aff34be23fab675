package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts schemas to the few keywords for which frameworks have their own types, without
 * references: one {@code type}, {@code description}, {@code properties} and {@code required},
 * {@code items}, {@code enum} of strings, {@code anyOf}. Other keywords become notes in the
 * description.
 */
final class TypedSchemas {

  private final SchemaLossCollector schemaLossCollector;

  private TypedSchemas(SchemaLossCollector schemaLossCollector) {
    this.schemaLossCollector = schemaLossCollector;
  }

  /** See {@link SchemaProfile#TYPED}. */
  static AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    Map<String, @Nullable Object> root =
        GeminiSchemas.withRequiredProperties(
            AllOfMerger.flattened(InlinedReferences.expand(schema, schemaLossCollector)));
    InputSchema parts =
        InputSchema.of(root, Map.of(), new TypedSchemas(schemaLossCollector)::property);
    return SchemaNotes.IN_THE_TOOLS_DESCRIPTION.write(
        parts, description, false, schemaLossCollector);
  }

  /** Converts a property of the root; {@code null} if the value is not a schema. */
  private @Nullable Map<String, @Nullable Object> property(String name, @Nullable Object schema) {
    return SchemaWalker.isSchema(schema)
        ? typed(schema, SchemaLocation.ROOT.child("properties").child(name))
        : null;
  }

  private Map<String, @Nullable Object> typed(@Nullable Object schema, SchemaLocation place) {
    return schema instanceof Map<?, ?> keywords
        ? typed(new TypedKeywords(AllOfMerger.flattened(GeminiSchemas.respelled(keywords))), place)
        : anyValue(
            new TypedKeywords(Boolean.FALSE.equals(schema) ? Map.of("not", Map.of()) : Map.of()),
            place);
  }

  private Map<String, @Nullable Object> typed(TypedKeywords schema, SchemaLocation place) {
    List<?> branches = schema.branches();
    if (!branches.isEmpty()) {
      if (schema.isOneOf()) {
        schemaLossCollector.add(place, "is sent with anyOf in place of oneOf");
      }
      return anyOf(schema, all(branches, place.child("anyOf")));
    }
    List<String> types = schema.types();
    if (types.size() > 1) {
      return anyOf(schema, types.stream().map(type -> typed(type, schema, place)).toList());
    }
    return types.isEmpty() ? anyValue(schema, place) : typed(types.get(0), schema, place);
  }

  private Map<String, @Nullable Object> typed(
      String type, TypedKeywords schema, SchemaLocation place) {
    return switch (type) {
      case "object" -> object(schema, place);
      case "array" -> array(schema, place);
      case "null" -> plain("null", null);
      case "string" -> text(schema);
      default -> plain(type, schema.description());
    };
  }

  private static Map<String, @Nullable Object> text(TypedKeywords schema) {
    Map<String, @Nullable Object> text = plain("string", schema.description());
    if (!schema.choices().isEmpty()) {
      text.put("enum", schema.choices());
    }
    return text;
  }

  private Map<String, @Nullable Object> object(TypedKeywords schema, SchemaLocation place) {
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    schema
        .properties()
        .forEach(
            (name, property) ->
                properties.put(name, typed(property, place.child("properties").child(name))));
    Map<String, @Nullable Object> object = plain("object", schema.description());
    object.put("properties", properties);
    if (!schema.required().isEmpty()) {
      object.put("required", schema.required());
    }
    return object;
  }

  private Map<String, @Nullable Object> array(TypedKeywords schema, SchemaLocation place) {
    Set<Map<String, @Nullable Object>> items =
        new LinkedHashSet<>(all(schema.items(), place.child("items")));
    Map<String, @Nullable Object> array = plain("array", schema.description());
    array.put(
        "items",
        items.size() == 1 ? items.iterator().next() : Map.of("anyOf", new ArrayList<>(items)));
    return array;
  }

  private List<Map<String, @Nullable Object>> all(List<?> schemas, SchemaLocation place) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    for (Object schema : schemas) {
      all.add(typed(schema, place.child(Integer.toString(all.size()))));
    }
    return all;
  }

  private static Map<String, @Nullable Object> anyOf(
      TypedKeywords schema, List<Map<String, @Nullable Object>> branches) {
    Map<String, @Nullable Object> any = new LinkedHashMap<>();
    if (schema.description() != null) {
      any.put("description", schema.description());
    }
    any.put("anyOf", branches);
    return any;
  }

  private Map<String, @Nullable Object> anyValue(TypedKeywords schema, SchemaLocation place) {
    schemaLossCollector.add(
        place, "accepts any value, and is offered as a string, a number or a boolean");
    return anyOf(
        schema, List.of(plain("string", null), plain("number", null), plain("boolean", null)));
  }

  private static Map<String, @Nullable Object> plain(String type, @Nullable String description) {
    Map<String, @Nullable Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    if (description != null) {
      schema.put("description", description);
    }
    return schema;
  }
}
