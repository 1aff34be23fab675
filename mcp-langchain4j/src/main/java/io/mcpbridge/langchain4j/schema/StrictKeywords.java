package io.mcpbridge.langchain4j.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What OpenAI's strict mode takes as it is. */
final class StrictKeywords {

  private static final Set<String> TYPES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");

  private static final Set<String> FORMATS =
      Set.of("date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid");

  private StrictKeywords() {}

  static boolean takes(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "description", "title", "pattern" -> value instanceof String;
      case "type" ->
          value instanceof List<?> types
              ? !types.isEmpty() && TYPES.containsAll(types)
              : value instanceof String && TYPES.contains(value);
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

  /** Whether a value of this type may stand there by the schema's own {@code type}. */
  static boolean allows(String type, Map<String, @Nullable Object> schema) {
    Object types = schema.get("type");
    return types instanceof List<?> list ? list.contains(type) : type.equals(types);
  }

  static boolean saysWhatItIs(Map<String, @Nullable Object> schema) {
    return Set.of("anyOf", "const", "enum", "type").stream().anyMatch(schema::containsKey);
  }
}
