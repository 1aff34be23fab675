package io.mcpbridge.config.internal.entry;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations such as {@code 30}, {@code "30s"}, {@code "1.5m"} and {@code "PT30S"}. */
public final class Durations {

  private static final Pattern WITH_UNIT =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(ms|s|sec|m|min|h|d|)");

  private Durations() {}

  /**
   * Parses a duration; a plain number counts as seconds.
   *
   * @return {@code null} if it is not a positive duration
   */
  public static @Nullable Duration of(@Nullable Object value) {
    String text = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
    if (!(value instanceof Number || value instanceof String)) {
      return null;
    }
    Duration duration = parse(text);
    return duration == null || duration.isZero() || duration.isNegative() ? null : duration;
  }

  /** Whether it is a number without a unit, which clients interpret differently. */
  public static boolean isPlainNumber(@Nullable Object value) {
    Matcher matcher = WITH_UNIT.matcher(String.valueOf(value).strip());
    return value instanceof Number || (matcher.matches() && matcher.group(2).isEmpty());
  }

  private static @Nullable Duration parse(String text) {
    Matcher matcher = WITH_UNIT.matcher(text);
    if (matcher.matches()) {
      long millisOfUnit =
          switch (matcher.group(2)) {
            case "ms" -> 1;
            case "m", "min" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 1000;
          };
      BigDecimal millis =
          new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(millisOfUnit));
      return Duration.ofMillis(millis.longValue());
    }
    try {
      return text.startsWith("p") ? Duration.parse(text) : null;
    } catch (DateTimeParseException | ArithmeticException e) {
      return null;
    }
  }
}
