package io.mcpbridge.internal.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The human-readable texts of a schema: titles, descriptions, comments and unknown keywords.
 * Argument names, values and references are not included, because calls need them unchanged.
 */
public final class SchemaTexts {

  /** Keywords with values, names or references. */
  private static final Set<String> EXACT =
      Set.of(
          "$anchor",
          "$dynamicAnchor",
          "$dynamicRef",
          "$id",
          "$recursiveRef",
          "$ref",
          "$schema",
          "$vocabulary",
          "const",
          "contentEncoding",
          "contentMediaType",
          "default",
          "dependentRequired",
          "discriminator",
          "enum",
          "example",
          "examples",
          "format",
          "id",
          "pattern",
          "required",
          "type");

  private SchemaTexts() {}

  /** A copy of a schema with each of its texts replaced. */
  public static Map<String, @Nullable Object> replace(
      Map<String, @Nullable Object> schema, UnaryOperator<String> replacement) {
    return copy(schema, replacement);
  }

  private static @Nullable Object schema(
      @Nullable Object schema, UnaryOperator<String> replacement) {
    return schema instanceof Map<?, ?> keywords ? copy(keywords, replacement) : schema;
  }

  private static Map<String, @Nullable Object> copy(
      Map<?, ?> schema, UnaryOperator<String> replacement) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach(
        (keyword, value) ->
            copy.put((String) keyword, value((String) keyword, value, replacement)));
    return Collections.unmodifiableMap(copy);
  }

  private static @Nullable Object value(
      String keyword, @Nullable Object value, UnaryOperator<String> replacement) {
    if (SchemaWalker.holdsSchemas(keyword)) {
      return SchemaWalker.mapped(
          keyword,
          value,
          SchemaLocation.ROOT,
          (subschema, place) -> schema(subschema, replacement));
    }
    return EXACT.contains(keyword) ? value : text(value, replacement);
  }

  private static @Nullable Object text(@Nullable Object value, UnaryOperator<String> replacement) {
    if (value instanceof String text) {
      return replacement.apply(text);
    }
    if (value instanceof List<?> texts) {
      return texts.stream().map(text -> text(text, replacement)).toList();
    }
    if (value instanceof Map<?, ?> texts) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      texts.forEach((name, text) -> copy.put((String) name, text(text, replacement)));
      return Collections.unmodifiableMap(copy);
    }
    return value;
  }
}
