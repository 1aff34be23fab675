package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes a schema so that providers take it, without changing what it says. References lead to
 * where their targets are sent; what only identifies the schema is left out; an array says what its
 * elements are, since OpenAI refuses a request with one that does not; the tuples of before 2020-12
 * are written as those of 2020-12 (core, section 10.3.1), since Anthropic and OpenAI refuse others.
 *
 * @param references where a reference leads to
 */
record SchemaNormalizer(UnaryOperator<String> references) {

  /** About the schema and not about values: nothing in them is for models. */
  private static final Set<String> IDENTIFYING =
      Set.of("$comment", "$id", "$schema", "$vocabulary");

  /** May evaluate elements of an array (2020-12, core, section 11.2), other than by their place. */
  private static final Set<String> EVALUATING =
      Set.of(
          "$dynamicRef",
          "$recursiveRef",
          "$ref",
          "allOf",
          "anyOf",
          "contains",
          "else",
          "if",
          "not",
          "oneOf",
          "then");

  /** A copy of a schema, or whatever else stands in a schema's place. */
  @Nullable Object normalized(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords ? normalized(keywords) : schema;
  }

  /** A copy of a schema that is an object. */
  Map<String, @Nullable Object> normalized(Map<?, ?> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach(
        (name, value) -> {
          if (!IDENTIFYING.contains(name)) {
            copy.put((String) name, normalized((String) name, value));
          }
        });
    if (copy.get("items") instanceof List<?> tuple && !copy.containsKey("prefixItems")) {
      copy.put("prefixItems", tuple);
      copy.remove("items");
      if (copy.containsKey("additionalItems")) {
        copy.put("items", copy.remove("additionalItems"));
      }
    }
    return isArray(copy.get("type")) && saysNothing(copy.get("items"))
        ? withItems(copy)
        : Collections.unmodifiableMap(copy);
  }

  /** Elements that {@code items} covers are evaluated: {@code unevaluatedItems} goes elsewhere. */
  private static Map<String, @Nullable Object> withItems(Map<String, @Nullable Object> array) {
    Map<String, @Nullable Object> unevaluated = new LinkedHashMap<>();
    if (array.containsKey("unevaluatedItems")) {
      unevaluated.put("unevaluatedItems", array.remove("unevaluatedItems"));
    }
    if (EVALUATING.stream().noneMatch(array::containsKey)) {
      array.put("items", unevaluated.getOrDefault("unevaluatedItems", Map.of()));
      return Collections.unmodifiableMap(array);
    }
    array.put("items", Map.of());
    return NoteText.addTo(array, unevaluated);
  }

  private @Nullable Object normalized(String keyword, @Nullable Object value) {
    return value instanceof String reference && Keywords.REFERENCES.contains(keyword)
        ? references.apply(reference)
        : Keywords.mapped(keyword, value, SchemaPlace.ROOT, (schema, place) -> normalized(schema));
  }

  static boolean isArray(@Nullable Object type) {
    return type instanceof List<?> types ? types.contains("array") : "array".equals(type);
  }

  private static boolean saysNothing(@Nullable Object items) {
    return items == null || Boolean.TRUE.equals(items);
  }
}
