package io.mcpbridge.langchain4j;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the references of a schema, and nothing else: what stands in {@code const}, {@code
 * enum}, {@code default}, {@code examples} or an unknown keyword is data, even if it looks like a
 * reference (JSON Schema 2020-12, core, section 10).
 */
record SchemaReferences(UnaryOperator<String> rewriting) {

  private static final Set<String> REFERENCE = Set.of("$ref", "$dynamicRef");

  /** Hold a schema, or a list of them. */
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

  /** Hold schemas by names that are not keywords. */
  private static final Set<String> NAMED_SUBSCHEMAS =
      Set.of(
          "$defs",
          "definitions",
          "dependencies",
          "dependentSchemas",
          "patternProperties",
          "properties");

  /** A copy of a schema, a list of schemas, or whatever else stands in a schema's place. */
  @Nullable Object rewrite(@Nullable Object schema) {
    if (schema instanceof List<?> list) {
      return list.stream().map(this::rewrite).collect(Collectors.toList());
    }
    return schema instanceof Map<?, ?> map ? rewriteKeywords(map) : schema;
  }

  /** A copy of a schema that is an object. */
  Map<String, @Nullable Object> rewriteKeywords(Map<?, ?> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach((name, value) -> copy.put((String) name, rewriteKeyword((String) name, value)));
    return Collections.unmodifiableMap(copy);
  }

  private @Nullable Object rewriteKeyword(String keyword, @Nullable Object value) {
    if (value instanceof String reference && REFERENCE.contains(keyword)) {
      return rewriting.apply(reference);
    }
    if (value instanceof Map<?, ?> named && NAMED_SUBSCHEMAS.contains(keyword)) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      named.forEach((name, subschema) -> copy.put((String) name, rewrite(subschema)));
      return Collections.unmodifiableMap(copy);
    }
    return SUBSCHEMA.contains(keyword) ? rewrite(value) : value;
  }
}
