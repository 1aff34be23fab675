package io.mcpbridge.input;

import io.mcpbridge.input.FormField.Kind;
import io.mcpbridge.input.FormField.Option;
import io.mcpbridge.internal.text.DisplayText;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One field of a form at the console: its prompt, and the value of a typed line. */
final class ConsoleField {

  private static final int MAX_LINE = 500;

  private final FormField field;

  /** A default that the server itself would refuse does not count. */
  private final @Nullable Object defaultValue;

  /** Whether options are chosen by number; not if numbers could also be values. */
  private final boolean isNumbered;

  ConsoleField(FormField field) {
    this.field = field;
    Object value = field.defaultValue();
    this.defaultValue = value == null || !field.problems(value).isEmpty() ? null : value;
    this.isNumbered =
        field.options().stream()
            .noneMatch(option -> isNumber(option.value()) || isNumber(option.title()));
  }

  /** A line that is no value, with a sentence that says why. */
  static final class InvalidException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidException(String message) {
      super(message);
    }
  }

  String name() {
    return field.name();
  }

  /** Whether what the user types must not be displayed. */
  boolean isSecret() {
    return "password".equals(field.format());
  }

  /** The field's title, its description and options, without a line break at the end. */
  String prompt() {
    StringBuilder prompt = new StringBuilder(title());
    if (field.description() != null) {
      prompt.append(": ").append(DisplayText.line(field.description(), MAX_LINE));
    }
    int number = 0;
    for (Option option : field.options()) {
      number++;
      prompt.append("\n  ").append(isNumbered ? number + ") " : "- ");
      prompt.append(label(option));
    }
    prompt.append(field.options().isEmpty() ? " (" : "\n(").append(expectation()).append(')');
    if (defaultValue != null) {
      prompt.append(" [").append(isSecret() ? "***" : shown(defaultValue)).append(']');
    }
    return prompt.append(": ").toString();
  }

  String title() {
    return DisplayText.line(field.title() == null ? field.name() : field.title(), MAX_LINE);
  }

  private String label(Option option) {
    String value = DisplayText.line(option.value(), MAX_LINE);
    return option.title().equals(option.value())
        ? value
        : DisplayText.line(option.title(), MAX_LINE) + " (" + value + ")";
  }

  private String expectation() {
    String expected =
        switch (field.kind()) {
          case STRING ->
              field.options().isEmpty()
                  ? expectedText()
                  : isNumbered ? "a number or a value" : "a value";
          case INTEGER -> "a whole number" + range("");
          case NUMBER -> "a number" + range("");
          case BOOLEAN -> "y or n";
          case STRINGS ->
              (isNumbered ? "numbers or values" : "values")
                  + " with commas between them"
                  + range(" of them");
        };
    return defaultValue == null && !field.required() ? expected + ", optional" : expected;
  }

  private String expectedText() {
    String format = field.format() == null ? "" : field.format();
    String expected =
        switch (format) {
          case "email" -> "an email address";
          case "uri" -> "a URI such as https://example.com";
          case "date" -> "a date as YYYY-MM-DD";
          case "date-time" -> "a time as YYYY-MM-DDThh:mm:ssZ";
          default -> "a text";
        };
    return expected + range(" characters");
  }

  private String range(String unit) {
    BigDecimal from = field.minimum();
    BigDecimal to = field.maximum();
    if (from != null && to != null) {
      return ", " + from + " to " + to + unit;
    }
    return from != null ? ", at least " + from + unit : to != null ? ", at most " + to + unit : "";
  }

  /** The value for the user, such as the titles of the chosen options. */
  String shown(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Collection<?> chosen) {
      return chosen.stream().map(this::shown).collect(Collectors.joining(", "));
    }
    if (value instanceof Boolean yes) {
      return yes ? "y" : "n";
    }
    return field.options().stream()
        .filter(option -> option.value().equals(value))
        .map(this::label)
        .findFirst()
        .orElseGet(() -> DisplayText.line(value.toString(), MAX_LINE));
  }

  /**
   * The value of a typed line.
   *
   * @return {@code null} if an optional field is left out
   * @throws InvalidException if it is not one
   */
  @Nullable Object value(String line) throws InvalidException {
    String text = isFreeText() && !line.isBlank() ? line : line.strip();
    if (text.isEmpty()) {
      if (defaultValue != null || (!field.required() && field.defaultValue() == null)) {
        return defaultValue;
      }
      if (field.kind() != Kind.STRINGS) {
        throw new InvalidException(title() + " must be filled in");
      }
    }
    Object value = parsed(text);
    List<String> problems = new ArrayList<>(field.problems(value));
    if (problems.isEmpty() && value instanceof String string) {
      problems.addAll(formatProblems(string));
    }
    if (!problems.isEmpty()) {
      throw new InvalidException(DisplayText.line(String.join("; ", problems), MAX_LINE));
    }
    return value;
  }

  /** Whether white space counts. */
  private boolean isFreeText() {
    return field.kind() == Kind.STRING
        && field.options().isEmpty()
        && (field.format() == null || isSecret());
  }

  private Object parsed(String text) throws InvalidException {
    return switch (field.kind()) {
      case STRING -> field.options().isEmpty() ? text : option(text.strip());
      case INTEGER, NUMBER -> number(text);
      case BOOLEAN ->
          switch (text.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> true;
            case "n", "no", "false" -> false;
            default -> throw new InvalidException(title() + " must be y or n");
          };
      case STRINGS -> options(text);
    };
  }

  private Number number(String text) throws InvalidException {
    try {
      BigDecimal number = new BigDecimal(text);
      BigDecimal plain = number.stripTrailingZeros();
      boolean isLong = plain.scale() <= 0 && (long) plain.precision() - plain.scale() <= 18;
      return isLong ? (Number) plain.longValueExact() : number;
    } catch (NumberFormatException e) {
      throw new InvalidException(
          title()
              + (field.kind() == Kind.INTEGER ? " must be a whole number" : " must be a number"));
    }
  }

  private List<String> options(String text) throws InvalidException {
    if (isOption(text)) { // whose title may have a comma
      return List.of(option(text));
    }
    List<String> chosen = new ArrayList<>();
    for (String choice : text.split(",")) {
      if (!choice.isBlank()) {
        String value = option(choice.strip());
        if (!chosen.contains(value)) {
          chosen.add(value);
        }
      }
    }
    return chosen;
  }

  private boolean isOption(String text) {
    return field.options().stream()
        .anyMatch(option -> option.value().equals(text) || option.title().equals(text));
  }

  /** The value of the option with this value, title or number. */
  private String option(String text) throws InvalidException {
    List<Option> options = field.options();
    for (Option option : options) {
      if (option.value().equals(text) || option.title().equals(text)) {
        return option.value();
      }
    }
    for (Option option : options) {
      if (option.value().equalsIgnoreCase(text) || option.title().equalsIgnoreCase(text)) {
        return option.value();
      }
    }
    if (isNumbered && text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= options.size()) {
      return options.get(Integer.parseInt(text) - 1).value();
    }
    throw new InvalidException(
        "\"" + DisplayText.line(text, 60) + "\" is not one of the options of " + title());
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d+");
  }

  private List<String> formatProblems(String text) {
    boolean isValid =
        switch (field.format() == null ? "" : field.format()) {
          case "email" -> text.matches("[^\\s@]+@[^\\s@]+");
          case "uri" -> isUri(text);
          case "date" -> isTime(() -> LocalDate.parse(text));
          case "date-time" -> isTime(() -> OffsetDateTime.parse(text));
          default -> true;
        };
    return isValid ? List.of() : List.of(title() + " must be " + expectedText());
  }

  private static boolean isUri(String text) {
    try {
      return new URI(text).isAbsolute();
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isTime(Runnable parser) {
    try {
      parser.run();
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
