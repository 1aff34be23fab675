package io.mcpbridge.test.internal.rules;

import io.mcpbridge.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Validates form content against the flat schemas of elicitation (2025-11-25, elicitation). */
final class FormRules {

  private FormRules() {}

  /** The problems of the content. */
  static List<String> problems(JsonObject schema, Map<String, @Nullable Object> content) {
    List<String> problems = new ArrayList<>();
    for (Object required : schema.list("required")) {
      if (!content.containsKey(String.valueOf(required))) {
        problems.add("lacks the required " + required);
      }
    }
    JsonObject properties = JsonObject.of(schema.map("properties"));
    content.forEach(
        (name, value) -> {
          JsonObject property = properties.object(name);
          if (property == null) {
            problems.add("has " + name + ", which was not requested");
          } else if (!fits(property, value)) {
            problems.add("has a " + name + " that does not match " + property.toJson());
          }
        });
    return problems;
  }

  private static boolean fits(JsonObject schema, @Nullable Object value) {
    return switch (schema.string("type", "")) {
      case "string" -> value instanceof String text && text(schema, text);
      case "number" -> value instanceof Number number && range(schema, number);
      case "integer" ->
          value instanceof Number number
              && JsonObject.wholeNumber(number) != null
              && range(schema, number);
      case "boolean" -> value instanceof Boolean;
      case "array" -> value instanceof List<?> several && choices(schema, several);
      default -> true;
    };
  }

  private static boolean text(JsonObject schema, String text) {
    int length = text.codePointCount(0, text.length());
    String pattern = schema.string("pattern");
    return chosen(schema, text)
        && length >= bound(schema, "minLength", 0)
        && length <= bound(schema, "maxLength", Long.MAX_VALUE)
        && (pattern == null || Pattern.compile(pattern).matcher(text).find());
  }

  private static boolean range(JsonObject schema, Number value) {
    BigDecimal number = new BigDecimal(value.toString());
    Number minimum = schema.number("minimum");
    Number maximum = schema.number("maximum");
    return (minimum == null || number.compareTo(new BigDecimal(minimum.toString())) >= 0)
        && (maximum == null || number.compareTo(new BigDecimal(maximum.toString())) <= 0);
  }

  private static boolean choices(JsonObject schema, List<?> values) {
    JsonObject items = JsonObject.of(schema.map("items"));
    return values.size() >= bound(schema, "minItems", 0)
        && values.size() <= bound(schema, "maxItems", Long.MAX_VALUE)
        && values.stream().allMatch(value -> value instanceof String text && chosen(items, text));
  }

  /** Whether it is among the choices, if there are any. */
  private static boolean chosen(JsonObject schema, String text) {
    List<Object> choices =
        Stream.of(
                schema.list("enum").stream(),
                schema.list("oneOf").stream().map(FormRules::constant),
                schema.list("anyOf").stream().map(FormRules::constant))
            .flatMap(choice -> choice)
            .filter(Objects::nonNull)
            .toList();
    return choices.isEmpty() || choices.contains(text);
  }

  private static @Nullable Object constant(@Nullable Object choice) {
    JsonObject object = JsonObject.orNull(choice);
    return object == null ? null : object.get("const");
  }

  private static long bound(JsonObject schema, String name, long otherwise) {
    Long bound = schema.integer(name);
    return bound == null ? otherwise : bound;
  }
}
