package io.mcpbridge.langchain4j.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Rewrites the references of a schema, and nothing else. */
record SchemaReferences(UnaryOperator<String> rewriting) {

  /** A copy of a schema, or whatever else stands in a schema's place. */
  @Nullable Object rewrite(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords ? rewriteKeywords(keywords) : schema;
  }

  /** A copy of a schema that is an object. */
  Map<String, @Nullable Object> rewriteKeywords(Map<?, ?> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach((name, value) -> copy.put((String) name, rewriteKeyword((String) name, value)));
    return Collections.unmodifiableMap(copy);
  }

  private @Nullable Object rewriteKeyword(String keyword, @Nullable Object value) {
    return value instanceof String reference && Keywords.REFERENCES.contains(keyword)
        ? rewriting.apply(reference)
        : Keywords.mapped(keyword, value, Place.ROOT, (schema, place) -> rewrite(schema));
  }
}
