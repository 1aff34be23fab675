package io.mcpbridge.arguments;

import io.mcpbridge.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schema's bounds on numbers, lengths and counts. */
record Bounds(JsonObject schema) {

  static Bounds of(JsonObject schema) {
    return new Bounds(schema);
  }

  void check(@Nullable Object value, Place place, List<Problem> problems) {
    if (value instanceof String text) {
      size("Length", text.codePointCount(0, text.length()), "character", place, problems);
    } else if (value instanceof List<?> list) {
      size("Items", list.size(), "element", place, problems);
    } else if (value instanceof Map<?, ?> map) {
      size("Properties", map.size(), "member", place, problems);
    } else if (value instanceof Number number) {
      worth(number, place, problems);
    }
  }

  private void size(String what, int size, String unit, Place place, List<Problem> problems) {
    Long least = schema.integer("min" + what);
    if (least != null && size < least) {
      problems.add(place.problem("must have at least " + counted(least, unit) + ", not " + size));
    }
    Long most = schema.integer("max" + what);
    if (most != null && size > most) {
      problems.add(place.problem("must have at most " + counted(most, unit) + ", not " + size));
    }
  }

  private static String counted(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  private void worth(Number number, Place place, List<Problem> problems) {
    int least = compared(number, "minimum", 0);
    int above = compared(number, "exclusiveMinimum", 1);
    int most = compared(number, "maximum", 0);
    int below = compared(number, "exclusiveMaximum", -1);
    if (least < 0) {
      outside(number, "minimum", "at least", place, problems);
    } else if (above <= 0) {
      outside(number, "exclusiveMinimum", "more than", place, problems);
    }
    if (most > 0) {
      outside(number, "maximum", "at most", place, problems);
    } else if (below >= 0) {
      outside(number, "exclusiveMaximum", "less than", place, problems);
    }
  }

  /** Up to draft 4 the exclusive bounds are booleans; then the other bounds count as inclusive. */
  private int compared(Number number, String bound, int ifUnbounded) {
    Number limit = schema.number(bound);
    BigDecimal left = Kinds.decimal(number);
    BigDecimal right = limit == null ? null : Kinds.decimal(limit);
    return left == null || right == null ? ifUnbounded : left.compareTo(right);
  }

  private void outside(
      Number number, String bound, String words, Place place, List<Problem> problems) {
    problems.add(
        place.problem(
            "must be "
                + words
                + " "
                + Words.of(schema.number(bound))
                + ", not "
                + Words.of(number)));
  }
}
