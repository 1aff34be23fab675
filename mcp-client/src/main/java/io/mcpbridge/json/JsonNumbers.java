package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that can be reckoned with. {@code 1e999999999} is a few bytes on the wire; written out,
 * as every conversion to a whole number does, it takes a gigabyte, and {@code 1e99999999999} no
 * {@link BigDecimal} can hold.
 */
final class JsonNumbers {

  /** Far beyond any number that is meant: those of 128 bits end at 6,144. */
  static final int MAX_EXPONENT = 10_000;

  private JsonNumbers() {}

  /**
   * The number with a fraction or an exponent that the parser is at.
   *
   * @return {@code null} if its exponent is beyond {@link #MAX_EXPONENT}
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
