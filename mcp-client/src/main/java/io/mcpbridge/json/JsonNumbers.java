package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Rejects numbers that are too expensive to compute with. {@code 1e999999999} is a few bytes on the
 * wire and a gigabyte when converted to an integer; {@code 1e99999999999} exceeds the range of
 * {@link BigDecimal}.
 */
final class JsonNumbers {

  /** Far beyond realistic numbers: 128-bit decimals end at 6,144. */
  static final int MAX_EXPONENT = 10_000;

  private JsonNumbers() {}

  /**
   * Reads the parser's current number with a fraction or an exponent.
   *
   * @return {@code null} if the exponent exceeds {@link #MAX_EXPONENT}
   */
  static @Nullable BigDecimal decimal(JsonParser parser) throws IOException {
    BigDecimal number;
    try {
      number = parser.getDecimalValue();
    } catch (NumberFormatException | ArithmeticException overflow) {
      return null;
    }
    return Math.abs((long) number.scale()) <= MAX_EXPONENT ? number : null;
  }
}
