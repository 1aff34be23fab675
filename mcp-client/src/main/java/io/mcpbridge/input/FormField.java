package io.mcpbridge.input;

import io.mcpbridge.internal.text.BoundedPattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a form, for a user interface.
 *
 * @param name the key of its value
 * @param title the label, if specified
 * @param description the purpose, if specified
 * @param kind the type of its value
 * @param required whether it must be filled in
 * @param defaultValue the initial value; {@code null} for none
 * @param options the values to choose from; empty for free input
 * @param format {@code email}, {@code uri}, {@code date} or {@code date-time}, if specified; for
 *     the user interface, not validated
 * @param pattern regular expression for a text, if specified
 * @param minimum of the number, the text's length or the number of choices, if specified
 * @param maximum of the number, the text's length or the number of choices, if specified
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
    @Nullable BigDecimal minimum,
    @Nullable BigDecimal maximum) {

  /** The type of a field's value. */
  public enum Kind {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    /** Any number of the options. */
    STRINGS
  }

  /**
   * A value to choose.
   *
   * @param value the value to send
   * @param title the label to display
   */
  public record Option(String value, String title) {}

  /** Copies the options. */
  public FormField {
    options = List.copyOf(options);
  }

  /** Validates a value; returns short sentences, empty if it is valid. */
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
      problems.add(name + " must be a string");
      return;
    }
    if (!isOption(text)) {
      problems.add(name + " must be one of the options");
    }
    checkBounds(BigDecimal.valueOf(text.codePointCount(0, text.length())), "its length", problems);
    if (pattern != null && BoundedPattern.refuses(pattern, text)) {
      problems.add(name + " must match " + pattern);
    }
  }

  private void number(Object value, List<String> problems) {
    String problem =
        name + (kind == Kind.INTEGER ? " must be a whole number" : " must be a number");
    if (!(value instanceof Number) || !isFinite(value)) {
      problems.add(problem);
      return;
    }
    BigDecimal number = new BigDecimal(value.toString());
    if (kind == Kind.INTEGER && number.stripTrailingZeros().scale() > 0) {
      problems.add(problem);
    }
    checkBounds(number, "it", problems);
  }

  private static boolean isFinite(Object value) {
    return !(value instanceof Double || value instanceof Float)
        || Double.isFinite(((Number) value).doubleValue());
  }

  private void choices(Object value, List<String> problems) {
    if (!(value instanceof Collection<?> chosen)) {
      problems.add(name + " must be a list of strings");
      return;
    }
    for (Object choice : chosen) {
      if (!(choice instanceof String text) || !isOption(text)) {
        problems.add(name + " must contain only its options");
        break;
      }
    }
    checkBounds(BigDecimal.valueOf(chosen.size()), "the number of choices", problems);
  }

  private boolean isOption(String text) {
    return options.isEmpty() || options.stream().anyMatch(option -> option.value().equals(text));
  }

  /** Quotes a bound as written: in plain notation it could have a billion digits. */
  private void checkBounds(BigDecimal size, String subject, List<String> problems) {
    if (minimum != null && size.compareTo(minimum) < 0) {
      problems.add(name + ": " + subject + " must be at least " + minimum);
    }
    if (maximum != null && size.compareTo(maximum) > 0) {
      problems.add(name + ": " + subject + " must be at most " + maximum);
    }
  }
}
