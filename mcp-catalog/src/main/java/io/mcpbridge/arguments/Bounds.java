package io.mcpbridge.arguments;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A schema's bounds on numbers, lengths and counts. */
record Bounds(JsonObject schema) {

  static final Set<String> KEYWORDS =
      Set.of(
          "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "minProperties",
          "maxProperties",
          "minimum",
          "exclusiveMinimum",
          "maximum",
          "exclusiveMaximum");

  static Bounds of(JsonObject schema) {
    return new Bounds(schema);
  }

  void check(@Nullable Object value, ArgumentPath argumentPath, List<SchemaViolation> problems) {
    if (value instanceof String text) {
      checkSize(
          "minLength",
          "maxLength",
          text.codePointCount(0, text.length()),
          "character",
          argumentPath,
          problems);
    } else if (value instanceof List<?> list) {
      checkSize("minItems", "maxItems", list.size(), "element", argumentPath, problems);
    } else if (value instanceof Map<?, ?> map) {
      checkSize("minProperties", "maxProperties", map.size(), "member", argumentPath, problems);
    } else if (value instanceof Number number) {
      checkRange(number, argumentPath, problems);
    }
  }

  private void checkSize(
      String lower,
      String upper,
      int size,
      String unit,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    Long min = schema.integer(lower);
    if (min != null && size < min) {
      problems.add(
          argumentPath.problem("must have at least " + counted(min, unit) + ", not " + size));
    }
    Long max = schema.integer(upper);
    if (max != null && size > max) {
      problems.add(
          argumentPath.problem("must have at most " + counted(max, unit) + ", not " + size));
    }
  }

  private static String counted(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  private void checkRange(
      Number number, ArgumentPath argumentPath, List<SchemaViolation> problems) {
    int comparedToMin = compared(number, "minimum", 0);
    int comparedToExclusiveMin = compared(number, "exclusiveMinimum", 1);
    int comparedToMax = compared(number, "maximum", 0);
    int comparedToExclusiveMax = compared(number, "exclusiveMaximum", -1);
    if (comparedToMin < 0) {
      outside(number, "minimum", "at least", argumentPath, problems);
    } else if (comparedToExclusiveMin <= 0) {
      outside(number, "exclusiveMinimum", "more than", argumentPath, problems);
    }
    if (comparedToMax > 0) {
      outside(number, "maximum", "at most", argumentPath, problems);
    } else if (comparedToExclusiveMax >= 0) {
      outside(number, "exclusiveMaximum", "less than", argumentPath, problems);
    }
  }

  /** Up to draft 4 the exclusive bounds are booleans; then the other bounds count as inclusive. */
  private int compared(Number number, String bound, int ifUnbounded) {
    return JsonTypes.compare(number, schema.number(bound), ifUnbounded);
  }

  private void outside(
      Number number,
      String bound,
      String words,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    problems.add(
        argumentPath.problem(
            "must be "
                + words
                + " "
                + ViolationMessages.of(schema.number(bound))
                + ", not "
                + ViolationMessages.of(number)));
  }
}
