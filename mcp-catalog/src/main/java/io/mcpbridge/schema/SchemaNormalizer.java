package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a schema to an equivalent one that providers accept. Redirects references to where their
 * targets are sent. Drops identifying keywords. Adds {@code items} to arrays without it, since
 * OpenAI rejects the request otherwise. Converts tuples from before 2020-12 to {@code prefixItems}
 * (core, section 10.3.1), since Anthropic and OpenAI reject the old form.
 *
 * @param references maps a reference to its new target
 */
record SchemaNormalizer(UnaryOperator<String> references) {

  /** Keywords about the schema itself, which are of no use to models. */
  private static final Set<String> IDENTIFYING =
      Set.of("$comment", "$id", "$schema", "$vocabulary");

  /**
   * Keywords that may evaluate array elements (2020-12, core, section 11.2) other than by index.
   */
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

  /** Normalizes a schema; copies any other value. */
  @Nullable Object normalized(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords ? normalized(keywords) : schema;
  }

  /** Normalizes an object schema. */
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
    return isArray(copy.get("type")) && isTrivial(copy.get("items"))
        ? withItems(copy)
        : Collections.unmodifiableMap(copy);
  }

  /**
   * Adding {@code items} would evaluate all elements, so {@code unevaluatedItems} moves elsewhere.
   */
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
    return value instanceof String reference && SchemaWalker.REFERENCES.contains(keyword)
        ? references.apply(reference)
        : SchemaWalker.mapped(
            keyword, value, SchemaLocation.ROOT, (schema, place) -> normalized(schema));
  }

  static boolean isArray(@Nullable Object type) {
    return type instanceof List<?> types ? types.contains("array") : "array".equals(type);
  }

  private static boolean isTrivial(@Nullable Object items) {
    return items == null || Boolean.TRUE.equals(items);
  }
}
