package io.mcpbridge.schema;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keywords that OpenAI's strict mode supports. */
final class StrictKeywords {

  private static final Set<String> FORMATS =
      Set.of("date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid");

  private StrictKeywords() {}

  static boolean takes(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "description", "title", "pattern" -> value instanceof String;
      case "type" ->
          value instanceof List<?> types
              ? !types.isEmpty() && Keywords.TYPES.containsAll(types)
              : value instanceof String && Keywords.TYPES.contains(value);
      case "enum" -> value instanceof List<?> values && !values.isEmpty();
      case "const" -> true;
      case "format" -> value instanceof String && FORMATS.contains(value);
      case "exclusiveMaximum",
          "exclusiveMinimum",
          "maxItems",
          "maximum",
          "minItems",
          "minimum",
          "multipleOf" ->
          value instanceof Number;
      default -> false;
    };
  }

  /** Whether the schema's own {@code type} allows values of this type. */
  static boolean allows(String type, Map<String, @Nullable Object> schema) {
    Object types = schema.get("type");
    return types instanceof List<?> list ? list.contains(type) : type.equals(types);
  }

  /** Whether the schema itself allows null; does not follow references. */
  static boolean takesNull(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords
        && (hasNull(keywords.get("type"), "null")
            || hasNull(keywords.get("enum"), null)
            || keywords.containsKey("const") && keywords.get("const") == null
            || Stream.of("anyOf", "oneOf")
                .flatMap(keyword -> Keywords.schemas(keywords.get(keyword)).stream())
                .anyMatch(StrictKeywords::takesNull));
  }

  private static boolean hasNull(@Nullable Object values, @Nullable String nothing) {
    return values instanceof List<?> list
        ? list.stream().anyMatch(value -> Objects.equals(value, nothing))
        : nothing != null && nothing.equals(values);
  }

  static boolean saysWhatItIs(Map<String, @Nullable Object> schema) {
    return Set.of("anyOf", "const", "enum", "type").stream().anyMatch(schema::containsKey);
  }
}
