package io.mcpbridge.arguments;

import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Short descriptions of expected and actual values, for the model. */
final class ViolationMessages {

  private static final int MAX_VALUE_LENGTH = 40;
  private static final int MAX_CHOICES = 10;

  /** In the order in which they are named. */
  private static final List<Map.Entry<Integer, String>> TYPES =
      List.of(
          Map.entry(JsonTypes.STRING, "a string"),
          Map.entry(JsonTypes.INTEGER, "an integer"),
          Map.entry(JsonTypes.NUMBER, "a number"),
          Map.entry(JsonTypes.BOOLEAN, "true or false"),
          Map.entry(JsonTypes.OBJECT, "an object"),
          Map.entry(JsonTypes.ARRAY, "an array"),
          Map.entry(JsonTypes.NULL, "null"));

  private ViolationMessages() {}

  static String mustBe(int types, @Nullable Object value) {
    List<String> named =
        TYPES.stream()
            .filter(type -> (types & type.getKey()) != 0)
            .map(Map.Entry::getValue)
            .toList();
    return "must be " + String.join(" or ", named) + ", not " + of(value);
  }

  static String mustBeOneOf(Collection<?> choices, @Nullable Object value) {
    List<String> named = choices.stream().limit(MAX_CHOICES).map(ViolationMessages::of).toList();
    return "must be "
        + (choices.size() > 1 ? "one of " : "")
        + String.join(", ", named)
        + (choices.size() > MAX_CHOICES ? ", ..." : "")
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
    return line.codePointCount(0, line.length()) <= MAX_VALUE_LENGTH
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MAX_VALUE_LENGTH)) + "...";
  }
}
