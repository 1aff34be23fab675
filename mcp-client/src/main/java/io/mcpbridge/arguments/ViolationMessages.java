package io.mcpbridge.arguments;

import io.mcpbridge.error.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Short descriptions of expected and actual values, for the model. */
final class ViolationMessages {

  private static final int LONGEST_VALUE = 40;
  private static final int MOST_CHOICES = 10;

  /** In the order in which they are named. */
  private static final List<Map.Entry<String, String>> TYPES =
      List.of(
          Map.entry("string", "a string"),
          Map.entry("integer", "an integer"),
          Map.entry("number", "a number"),
          Map.entry("boolean", "true or false"),
          Map.entry("object", "an object"),
          Map.entry("array", "an array"),
          Map.entry("null", "null"));

  private ViolationMessages() {}

  static String mustBe(Set<String> types, @Nullable Object value) {
    List<String> named =
        TYPES.stream()
            .filter(type -> types.contains(type.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return "must be " + String.join(" or ", named) + ", not " + of(value);
  }

  static String mustBeOneOf(Collection<?> choices, @Nullable Object value) {
    List<String> named = choices.stream().limit(MOST_CHOICES).map(ViolationMessages::of).toList();
    return "must be "
        + (choices.size() > 1 ? "one of " : "")
        + String.join(", ", named)
        + (choices.size() > MOST_CHOICES ? ", ..." : "")
        + ", not "
        + of(value);
  }

  /** Describes a value so that the model recognizes it, without nested content. */
  static String of(@Nullable Object value) {
    if (value instanceof String text) {
      return '"' + shortened(ServerText.line(text)) + '"';
    }
    return value instanceof Number || value instanceof Boolean
        ? shortened(Json.write(value))
        : JsonObject.kind(value);
  }

  private static String shortened(String line) {
    return line.codePointCount(0, line.length()) <= LONGEST_VALUE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_VALUE)) + "...";
  }
}
