package io.mcpbridge.search;

import io.mcpbridge.internal.text.ServerText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool in one line: {@code owner*, repo*, state: open|closed}. */
final class ToolSignature {

  private static final int MAX_ARGUMENTS = 12;
  private static final int MAX_NAME_LENGTH = 60;
  private static final int MAX_VALUES = 8;
  private static final int MAX_VALUES_LENGTH = 80;

  private ToolSignature() {}

  static String of(Map<String, @Nullable Object> schema) {
    if (!(schema.get("properties") instanceof Map<?, ?> properties)) {
      return "";
    }
    List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
    List<String> first = new ArrayList<>();
    List<String> optional = new ArrayList<>();
    properties.forEach(
        (key, value) -> {
          String name = ServerText.line(String.valueOf(key), MAX_NAME_LENGTH);
          boolean isRequired = required.contains(key);
          (isRequired ? first : optional).add(name + (isRequired ? "*" : "") + values(value));
        });
    first.addAll(optional);
    return first.size() <= MAX_ARGUMENTS
        ? String.join(", ", first)
        : String.join(", ", first.subList(0, MAX_ARGUMENTS)) + ", ...";
  }

  private static String values(@Nullable Object schema) {
    if (!(schema instanceof Map<?, ?> keywords)
        || !(keywords.get("enum") instanceof List<?> values)
        || values.isEmpty()) {
      return "";
    }
    String choices =
        String.join(
            "|", values.stream().limit(MAX_VALUES).map(value -> String.valueOf(value)).toList());
    return ": "
        + ServerText.line(choices, MAX_VALUES_LENGTH)
        + (values.size() > MAX_VALUES ? "|..." : "");
  }
}
