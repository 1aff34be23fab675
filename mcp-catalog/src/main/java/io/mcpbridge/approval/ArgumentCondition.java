package io.mcpbridge.approval;

import io.mcpbridge.internal.text.BoundedText;
import io.mcpbridge.json.Json;
import io.mcpbridge.selection.Glob;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a rule requires of the value of an argument.
 *
 * <p>A condition that cannot be decided keeps calls safe: a rule that allows does not match then,
 * and one that asks or denies does. Undecided are a missing argument (except for {@link #present}
 * and {@link #absent}), a value of another type, a text of more than 65,536 characters, and a
 * regular expression that takes too many steps. Immutable.
 */
public final class ArgumentCondition {

  /** In characters. */
  static final int MAX_TEXT_LENGTH = 65_536;

  /** Of a text that is read as a path; far longer than file systems accept. */
  private static final int MAX_PATH_LENGTH = 4096;

  private final String text;
  private final Test test;

  private ArgumentCondition(String text, Test test) {
    this.text = text;
    this.test = test;
  }

  @FunctionalInterface
  private interface Test {

    /**
     * @param value of the argument, or {@link ArgumentPointer#ABSENT}
     */
    Match apply(@Nullable Object value, RuledCall call);
  }

  /** The value is this one. Numbers are compared as numbers; a text also equals its number. */
  public static ArgumentCondition equalTo(Object value) {
    return new ArgumentCondition("equals " + shown(value), (actual, call) -> equal(value, actual));
  }

  /**
   * The value is one of these, compared as by {@link #equalTo}.
   *
   * @throws IllegalArgumentException if empty
   */
  public static ArgumentCondition in(Collection<?> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("the condition 'in' has no values");
    }
    List<Object> expected = List.copyOf(values);
    return new ArgumentCondition(
        "in " + shown(expected),
        (actual, call) -> Match.any(expected, value -> equal(value, actual)));
  }

  /** The whole text matches this pattern with {@code *} and {@code ?} wildcards. */
  public static ArgumentCondition glob(String pattern) {
    Glob glob = new Glob(pattern);
    return ofText("glob " + shown(pattern), value -> Match.of(glob.matches(value)));
  }

  /**
   * A regular expression of {@link Pattern}. Rules that ask or deny search for it in the text; for
   * a rule that allows, the whole text must match.
   *
   * @throws IllegalArgumentException if it is not a regular expression
   */
  public static ArgumentCondition regex(String regex) {
    Pattern pattern = Pattern.compile(regex);
    return new ArgumentCondition(
        "regex " + shown(regex),
        (value, call) ->
            value instanceof String text ? matches(pattern, text, call) : Match.UNKNOWN);
  }

  private static Match matches(Pattern pattern, String text, RuledCall call) {
    if (text.length() > MAX_TEXT_LENGTH) {
      return Match.UNKNOWN;
    }
    BoundedText bounded = new BoundedText(text, call.remainingReads());
    Matcher matcher = pattern.matcher(bounded);
    try {
      return Match.of(call.allows() ? matcher.matches() : matcher.find());
    } catch (BoundedText.LimitException | StackOverflowError undecided) {
      return Match.UNKNOWN;
    } finally {
      call.read(bounded.reads());
    }
  }

  /**
   * The text starts with this one, in the same case.
   *
   * @throws IllegalArgumentException if it is empty
   */
  public static ArgumentCondition startsWith(String prefix) {
    if (prefix.isEmpty()) {
      throw new IllegalArgumentException("the condition 'startsWith' has no text");
    }
    return ofText("startsWith " + shown(prefix), value -> Match.of(value.startsWith(prefix)));
  }

  /**
   * The text is the absolute path of this folder or of something in it. {@code .}, {@code ..},
   * doubled and encoded separators are resolved first. A relative path is undecided, and so is one
   * that servers may read in different ways. Symbolic links on the server cannot be seen.
   *
   * @throws IllegalArgumentException if the folder is not an absolute path
   */
  public static ArgumentCondition below(String folder) {
    FolderPath path = new FolderPath(folder);
    return ofText(
        "below " + shown(folder),
        value -> value.length() <= MAX_PATH_LENGTH ? path.contains(value) : Match.UNKNOWN);
  }

  /** The number is at least this one. */
  public static ArgumentCondition minimum(Number minimum) {
    return ofNumber("minimum", minimum, comparison -> comparison >= 0);
  }

  /** The number is at most this one. */
  public static ArgumentCondition maximum(Number maximum) {
    return ofNumber("maximum", maximum, comparison -> comparison <= 0);
  }

  /** The argument is there, also if it is {@code null}. */
  public static ArgumentCondition present() {
    return new ArgumentCondition(
        "present", (value, call) -> Match.of(value != ArgumentPointer.ABSENT));
  }

  /** The argument is not there. */
  public static ArgumentCondition absent() {
    return new ArgumentCondition(
        "absent", (value, call) -> Match.of(value == ArgumentPointer.ABSENT));
  }

  /**
   * Of several values, all must fit a rule that allows, and one is enough for a rule that asks or
   * denies.
   *
   * @param values {@code null} if they are too many
   */
  Match match(@Nullable List<@Nullable Object> values, RuledCall call) {
    if (values == null) {
      return Match.UNKNOWN;
    }
    return call.allows()
        ? Match.all(values, value -> match(value, call))
        : Match.any(values, value -> match(value, call));
  }

  private Match match(@Nullable Object value, RuledCall call) {
    return value == ArgumentPointer.OTHER_TYPE ? Match.UNKNOWN : test.apply(value, call);
  }

  private static ArgumentCondition ofText(String text, Function<String, Match> textTest) {
    return new ArgumentCondition(
        text,
        (value, call) ->
            value instanceof String string && string.length() <= MAX_TEXT_LENGTH
                ? textTest.apply(string)
                : Match.UNKNOWN);
  }

  private static ArgumentCondition ofNumber(String name, Number limit, IntPredicate comparison) {
    BigDecimal expected = decimal(limit);
    return new ArgumentCondition(
        name + " " + limit,
        (value, call) ->
            value instanceof Number number
                ? Match.of(comparison.test(decimal(number).compareTo(expected)))
                : Match.UNKNOWN);
  }

  private static Match equal(Object expected, @Nullable Object actual) {
    if (expected instanceof Number expectedNumber && actual instanceof Number actualNumber) {
      return Match.of(decimal(expectedNumber).compareTo(decimal(actualNumber)) == 0);
    }
    if (expected instanceof String expectedText && actual instanceof String actualText) {
      return actualText.length() <= MAX_TEXT_LENGTH
          ? Match.of(expectedText.equals(actualText))
          : Match.UNKNOWN;
    }
    if (expected instanceof Boolean && actual instanceof Boolean) {
      return Match.of(expected.equals(actual));
    }
    if (expected instanceof String text
        && (actual instanceof Number || actual instanceof Boolean)) {
      return equalText(text, actual); // properties have no types
    }
    if (expected instanceof Map && actual instanceof Map
        || expected instanceof Collection && actual instanceof Collection) {
      return Match.of(
          Json.canonical(normalized(expected)).equals(Json.canonical(normalized(actual))));
    }
    return Match.UNKNOWN;
  }

  private static Match equalText(String expected, Object actual) {
    if (actual instanceof Boolean) {
      return expected.equals("true") || expected.equals("false")
          ? Match.of(expected.equals(actual.toString()))
          : Match.UNKNOWN;
    }
    try {
      return Match.of(new BigDecimal(expected).compareTo(decimal((Number) actual)) == 0);
    } catch (NumberFormatException e) {
      return Match.UNKNOWN;
    }
  }

  /** The same value with each number in one form: {@code 1.0} is 1. */
  private static @Nullable Object normalized(@Nullable Object value) {
    if (value instanceof Number number) {
      BigDecimal decimal = decimal(number);
      return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    }
    if (value instanceof Map<?, ?> object) {
      Map<Object, @Nullable Object> normalized = new LinkedHashMap<>();
      object.forEach((name, member) -> normalized.put(String.valueOf(name), normalized(member)));
      return normalized;
    }
    if (value instanceof Collection<?> array) {
      List<@Nullable Object> normalized = new ArrayList<>();
      array.forEach(element -> normalized.add(normalized(element)));
      return normalized;
    }
    return value;
  }

  private static BigDecimal decimal(Number number) {
    return new BigDecimal(number.toString());
  }

  private static String shown(Object value) {
    return Json.write(value);
  }

  /** In words, such as {@code regex "rm|sudo"}. */
  @Override
  public String toString() {
    return text;
  }
}
