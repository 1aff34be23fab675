package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The keywords that contain subschemas (JSON Schema 2020-12, core, section 10). The content of
 * {@code const}, {@code enum}, {@code default}, {@code examples} and unknown keywords is data, even
 * if it looks like a schema.
 */
final class Keywords {

  /** The values of {@code type} (validation, section 6.1.1). */
  static final Set<String> TYPES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");

  static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  /** Keywords with a subschema, or a list of subschemas. */
  private static final Set<String> SUBSCHEMA =
      Set.of(
          "additionalItems",
          "additionalProperties",
          "allOf",
          "anyOf",
          "contains",
          "contentSchema",
          "else",
          "if",
          "items",
          "not",
          "oneOf",
          "prefixItems",
          "propertyNames",
          "then",
          "unevaluatedItems",
          "unevaluatedProperties");

  /** Keywords with subschemas under arbitrary names. */
  private static final Set<String> NAMED_SUBSCHEMAS =
      Set.of(
          "$defs",
          "definitions",
          "dependencies",
          "dependentSchemas",
          "patternProperties",
          "properties");

  private Keywords() {}

  /** The subschemas of a list; empty for any other value. */
  static List<?> schemas(@Nullable Object value) {
    return value instanceof List<?> schemas && schemas.stream().allMatch(Keywords::isSchema)
        ? schemas
        : List.of();
  }

  static boolean isSchema(@Nullable Object value) {
    return value instanceof Map || value instanceof Boolean;
  }

  /** Whether a keyword's value is or contains subschemas. */
  static boolean holdsSchemas(String keyword) {
    return SUBSCHEMA.contains(keyword) || NAMED_SUBSCHEMAS.contains(keyword);
  }

  /** Maps a subschema, or an invalid value in its position. */
  @FunctionalInterface
  interface Mapping {
    @Nullable Object map(@Nullable Object schema, SchemaLocation place);
  }

  /** Maps each subschema of a keyword's value; returns the value itself if it has none. */
  static @Nullable Object mapped(
      String keyword, @Nullable Object value, SchemaLocation schema, Mapping mapping) {
    SchemaLocation place = schema.at(keyword);
    if (NAMED_SUBSCHEMAS.contains(keyword) && value instanceof Map<?, ?> named) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      named.forEach(
          (name, held) -> copy.put((String) name, mapping.map(held, place.at((String) name))));
      return Collections.unmodifiableMap(copy);
    }
    if (!SUBSCHEMA.contains(keyword)) {
      return value;
    }
    return value instanceof List<?> list
        ? IntStream.range(0, list.size())
            .mapToObj(n -> mapping.map(list.get(n), place.at(Integer.toString(n))))
            .collect(Collectors.toList())
        : mapping.map(value, place);
  }

  /** Copies a schema with its subschemas mapped. */
  static Map<String, @Nullable Object> mapped(
      Map<?, ?> schema, SchemaLocation place, Mapping mapping) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach(
        (keyword, value) ->
            copy.put((String) keyword, mapped((String) keyword, value, place, mapping)));
    return Collections.unmodifiableMap(copy);
  }
}
