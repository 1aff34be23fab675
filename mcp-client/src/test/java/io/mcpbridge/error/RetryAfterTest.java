package io.mcpbridge.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("1994-11-06T08:49:00Z");

  /** The three date formats of RFC 9110, section 5.6.7, each 37 seconds in the future. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | PT0S",
        "7 | PT7S",
        "' 120 ' | PT2M",
        "Sun, 06 Nov 1994 08:49:37 GMT | PT37S",
        "Sun Nov  6 08:49:37 1994 | PT37S",
        "Sun, 06 Nov 1994 08:48:00 GMT | PT0S"
      })
  void secondsAndDates(String value, Duration pause) {
    assertThat(RetryAfter.pause(value, NOW)).isEqualTo(pause);
  }

  /** Its year has two digits, which can no longer mean 1994. */
  @Test
  void parsesRfc850Date() {
    assertThat(
            RetryAfter.pause(
                "Friday, 06-Nov-26 08:49:37 GMT", Instant.parse("2026-11-06T08:49:00Z")))
        .isEqualTo(Duration.ofSeconds(37));
  }

  @Test
  void acceptsHugeNumberOfSeconds() {
    assertThat(RetryAfter.pause("999999999999999999", NOW)).isGreaterThan(Duration.ofDays(1_000));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "soon", "-1", "1.5", "2026-11-06T08:49:37Z", "9999999999999999999"})
  void whatIsNeitherIsNothing(String value) {
    assertThat(RetryAfter.pause(value, NOW)).isNull();
  }
}
