package io.mcpbridge.input;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a form, as a user interface needs it.
 *
 * @param name what its value is sent under
 * @param title what to call it, if the server says
 * @param description what it is for, if the server says
 * @param kind what it takes
 * @param required whether it must be filled in
 * @param defaultValue what to show first; {@code null} if nothing
 * @param options what can be chosen; empty if anything can be written
 * @param format {@code email}, {@code uri}, {@code date}, {@code date-time}, if said; for the user
 *     interface, not checked
 * @param pattern what a text has to match, if said
 * @param least the smallest number, the shortest text or the fewest choices, if said
 * @param most the largest number, the longest text or the most choices, if said
 */
public record FormField(
    String name,
    @Nullable String title,
    @Nullable String description,
    Kind kind,
    boolean required,
    @Nullable Object defaultValue,
    List<Option> options,
    @Nullable String format,
    @Nullable String pattern,
    @Nullable BigDecimal least,
    @Nullable BigDecimal most) {

  /** What a field takes. */
  public enum Kind {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    /** Any number of the options. */
    STRINGS
  }

  /**
   * Something that can be chosen.
   *
   * @param value what is sent
   * @param title what to show
   */
  public record Option(String value, String title) {}

  /** Copies the options. */
  public FormField {
    options = List.copyOf(options);
  }

  /** What is wrong with a value, in short sentences; empty if nothing. */
  List<String> problems(Object value) {
    List<String> problems = new ArrayList<>();
    switch (kind) {
      case STRING -> text(value, problems);
      case INTEGER, NUMBER -> number(value, problems);
      case BOOLEAN -> {
        if (!(value instanceof Boolean)) {
          problems.add(name + " must be true or false");
        }
      }
      case STRINGS -> choices(value, problems);
    }
    return problems;
  }

  private void text(Object value, List<String> problems) {
    if (!(value instanceof String text)) {
      problems.add(name + " must be a text");
      return;
    }
    if (!isOption(text)) {
      problems.add(name + " must be one of the options");
    }
    within(BigDecimal.valueOf(text.codePointCount(0, text.length())), "its length", problems);
    if (pattern != null && ServersPattern.refuses(pattern, text)) {
      problems.add(name + " must match " + pattern);
    }
  }

  private void number(Object value, List<String> problems) {
    if (!(value instanceof Number) || !isFinite(value)) {
      problems.add(name + " must be a number");
      return;
    }
    BigDecimal number = new BigDecimal(value.toString());
    if (kind == Kind.INTEGER && number.stripTrailingZeros().scale() > 0) {
      problems.add(name + " must be a whole number");
    }
    within(number, "it", problems);
  }

  private static boolean isFinite(Object value) {
    return !(value instanceof Double || value instanceof Float)
        || Double.isFinite(((Number) value).doubleValue());
  }

  private void choices(Object value, List<String> problems) {
    if (!(value instanceof Collection<?> chosen)) {
      problems.add(name + " must be a list of texts");
      return;
    }
    for (Object choice : chosen) {
      if (!(choice instanceof String text) || !isOption(text)) {
        problems.add(name + " must hold nothing but its options");
        break;
      }
    }
    within(BigDecimal.valueOf(chosen.size()), "the number of choices", problems);
  }

  private boolean isOption(String text) {
    return options.isEmpty() || options.stream().anyMatch(option -> option.value().equals(text));
  }

  /** A bound is said as it was written: in full it could have a billion digits. */
  private void within(BigDecimal size, String what, List<String> problems) {
    if (least != null && size.compareTo(least) < 0) {
      problems.add(name + ": " + what + " must be at least " + least);
    }
    if (most != null && size.compareTo(most) > 0) {
      problems.add(name + ": " + what + " must be at most " + most);
    }
  }
}
