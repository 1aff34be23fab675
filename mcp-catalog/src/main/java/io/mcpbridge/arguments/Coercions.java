package io.mcpbridge.arguments;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Candidate interpretations of a value that does not match its schema. */
final class Coercions {

  /** A JSON number, short enough to be written without an exponent. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d{0,300})(\\.\\d{1,300})?([eE][+-]?\\d{1,2})?");

  /** Separators that indicate several values in one string. */
  private static final Pattern SEPARATOR = Pattern.compile("[,;|\\r\\n\\[{]");

  private Coercions() {}

  /** All interpretations of the value, whether or not they match. */
  static List<@Nullable Object> of(@Nullable Object value, ResolvedSubschema schema) {
    List<@Nullable Object> meanings = new ArrayList<>();
    if (value instanceof String text) {
      String written = text.strip();
      choice(written, schema, meanings);
      literal(written, meanings);
    } else if (value instanceof Boolean || (value instanceof Number n && isWrittenPlainly(n))) {
      meanings.add(Json.write(value));
    }
    return meanings;
  }

  private static void choice(
      String text, ResolvedSubschema schema, List<@Nullable Object> meanings) {
    List<@Nullable Object> choices = schema.choices();
    if (choices != null) {
      choices.stream()
          .filter(choice -> choice instanceof String name && name.equalsIgnoreCase(text))
          .forEach(meanings::add);
    }
  }

  private static void literal(String text, List<@Nullable Object> meanings) {
    if (NUMBER.matcher(text).matches()) {
      meanings.add(shortest(new BigDecimal(text)));
    } else if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      meanings.add(Boolean.valueOf(text));
    } else if (text.startsWith("{") || text.startsWith("[")) {
      try {
        meanings.add(Json.read(text));
      } catch (JsonException notWritten) {
        // A string that only looks like an object or an array stays a string.
      }
    }
  }

  /** Turns {@code 5.0} into {@code 5}: strict servers accept only that as an integer. */
  private static @Nullable Object shortest(BigDecimal number) {
    return Json.read(
        JsonTypes.isWhole(number) ? number.toBigInteger().toString() : number.toString());
  }

  /** Whether the number is in plain notation; the original form of {@code 1E+5} is unknown. */
  private static boolean isWrittenPlainly(Number number) {
    return number.toString().matches("-?\\d+(\\.\\d+)?");
  }

  /**
   * Whether a value in place of an array can only be its single element: a string with separators
   * may contain several.
   */
  static boolean isOneElement(@Nullable Object value, ResolvedSubschema schema) {
    return schema.types() == JsonTypes.ARRAY
        && schema.json().get("items") instanceof Map<?, ?> items
        && !items.isEmpty()
        && value != null
        && !(value instanceof List)
        && !(value instanceof String text && (text.isBlank() || SEPARATOR.matcher(text).find()));
  }
}
