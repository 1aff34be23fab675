package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema keywords that the Gemini API documents as supported ({@code
 * GenerationConfig.responseJsonSchema}), without references.
 */
final class GeminiKeywords {

  private static final Set<String> FORMATS =
      Set.of("date", "date-time", "double", "float", "int32", "int64", "time");

  private GeminiKeywords() {}

  /** Rewrites keywords to their supported synonyms, and adds the type of enum values. */
  static Map<String, @Nullable Object> respelled(Map<?, ?> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach((keyword, value) -> copy.put((String) keyword, value));
    Object only = copy.get("const");
    if ((only instanceof String || only instanceof Number) && !copy.containsKey("enum")) {
      copy.remove("const");
      copy.put("enum", List.of(only));
    }
    if (copy.get("enum") instanceof List<?> values && !copy.containsKey("type")) {
      typeOf(values).ifPresent(type -> copy.put("type", type));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static Optional<String> typeOf(List<?> values) {
    return values.isEmpty()
        ? Optional.empty()
        : values.stream().allMatch(String.class::isInstance)
            ? Optional.of("string")
            : values.stream().allMatch(Number.class::isInstance)
                ? Optional.of("number")
                : Optional.empty();
  }

  static boolean takes(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "description", "title" -> value instanceof String;
      case "type" -> isType(value);
      case "format" -> value instanceof String && FORMATS.contains(value);
      case "enum" -> isEnumeration(value);
      case "minimum", "maximum", "minItems", "maxItems" -> value instanceof Number;
      case "items" -> Keywords.isSchema(value) && !Boolean.FALSE.equals(value);
      case "additionalProperties" -> Keywords.isSchema(value);
      case "properties" ->
          value instanceof Map<?, ?> named && named.values().stream().allMatch(Keywords::isSchema);
      case "anyOf", "oneOf", "prefixItems" -> !Keywords.schemas(value).isEmpty();
      case "required" ->
          value instanceof List<?> names && names.stream().allMatch(String.class::isInstance);
      default -> false;
    };
  }

  private static boolean isType(@Nullable Object value) {
    return value instanceof List<?> types
        ? !types.isEmpty() && types.stream().allMatch(Keywords.TYPES::contains)
        : value != null && Keywords.TYPES.contains(value);
  }

  private static boolean isEnumeration(@Nullable Object value) {
    return value instanceof List<?> values
        && !values.isEmpty()
        && (values.stream().allMatch(String.class::isInstance)
            || values.stream().allMatch(Number.class::isInstance));
  }
}
