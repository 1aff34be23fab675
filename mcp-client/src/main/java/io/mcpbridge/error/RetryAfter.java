package io.mcpbridge.error;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses {@code Retry-After}: seconds, or a date in one of three formats (RFC 9110, 10.2.3). */
final class RetryAfter {

  private static final long MAX_SECONDS = 1_000_000_000;

  /** The formats that a recipient must accept (RFC 9110, section 5.6.7). */
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME,
          form("EEEE, dd-MMM-yy HH:mm:ss 'GMT'"),
          form("EEE MMM ppd HH:mm:ss yyyy"));

  private RetryAfter() {}

  /** The delay from now on; {@code null} if the value is missing or malformed. */
  static @Nullable Duration pause(@Nullable String value, Instant now) {
    if (value == null) {
      return null;
    }
    String text = value.strip();
    if (text.matches("[0-9]{1,18}")) {
      return Duration.ofSeconds(Math.min(Long.parseLong(text), MAX_SECONDS));
    }
    for (DateTimeFormatter form : DATES) {
      try {
        Duration remaining = Duration.between(now, ZonedDateTime.parse(text, form).toInstant());
        return remaining.isNegative() ? Duration.ZERO : remaining;
      } catch (DateTimeException | ArithmeticException notOfThisForm) {
        // the next one
      }
    }
    return null;
  }

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }
}
