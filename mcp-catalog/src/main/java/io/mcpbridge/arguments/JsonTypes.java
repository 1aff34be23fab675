package io.mcpbridge.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON Schema's types and equality for plain Java values. */
final class JsonTypes {

  // Sets of types are bit sets, since each call of a tool computes several of them.
  static final int STRING = 1;
  static final int INTEGER = 1 << 1;
  static final int NUMBER = 1 << 2;
  static final int BOOLEAN = 1 << 3;
  static final int OBJECT = 1 << 4;
  static final int ARRAY = 1 << 5;
  static final int NULL = 1 << 6;

  private JsonTypes() {}

  /** The type of this name; 0 if there is none. */
  static int named(@Nullable Object name) {
    if (!(name instanceof String text)) {
      return 0;
    }
    return switch (text) {
      case "string" -> STRING;
      case "integer" -> INTEGER;
      case "number" -> NUMBER;
      case "boolean" -> BOOLEAN;
      case "object" -> OBJECT;
      case "array" -> ARRAY;
      case "null" -> NULL;
      default -> 0;
    };
  }

  /** Whether a value has one of the types; {@code 3.0} counts as an integer (2020-12, 4.2.3). */
  static boolean isOneOf(int types, @Nullable Object value) {
    if (value instanceof Number number) {
      return (types & NUMBER) != 0 || ((types & INTEGER) != 0 && isWhole(number));
    }
    int type = of(value);
    return type == 0 || (types & type) != 0;
  }

  /** The type of a value that is no number; 0 if it is not a plain JSON value. */
  private static int of(@Nullable Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof String) {
      return STRING;
    }
    if (value instanceof Boolean) {
      return BOOLEAN;
    }
    if (value instanceof Map) {
      return OBJECT;
    }
    return value instanceof List ? ARRAY : 0;
  }

  /** True also for NaN and infinities, which cannot be validated. */
  static boolean isWhole(Number number) {
    if (isLong(number) || number instanceof BigInteger) {
      return true;
    }
    BigDecimal decimal = decimal(number);
    return decimal == null || decimal.stripTrailingZeros().scale() <= 0;
  }

  /** The decimal value; {@code null} for NaN and infinities. */
  static @Nullable BigDecimal decimal(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    if (isLong(number)) {
      return BigDecimal.valueOf(number.longValue());
    }
    try {
      return new BigDecimal(number.toString());
    } catch (NumberFormatException notFinite) {
      return null;
    }
  }

  private static boolean isLong(Number number) {
    return number instanceof Integer || number instanceof Long;
  }

  /** Compares by value; {@code ifIncomparable} if one of them is missing, NaN or infinite. */
  static int compare(Number first, @Nullable Number second, int ifIncomparable) {
    if (second == null) {
      return ifIncomparable;
    }
    if (isLong(first) && isLong(second)) {
      return Long.compare(first.longValue(), second.longValue());
    }
    BigDecimal a = decimal(first);
    BigDecimal b = decimal(second);
    return a == null || b == null ? ifIncomparable : a.compareTo(b);
  }

  /** Compares numbers by value, and everything else by content. */
  static boolean equal(@Nullable Object first, @Nullable Object second) {
    if (first instanceof Number firstNumber && second instanceof Number secondNumber) {
      BigDecimal a = decimal(firstNumber);
      BigDecimal b = decimal(secondNumber);
      return a == null || b == null ? firstNumber.equals(secondNumber) : a.compareTo(b) == 0;
    }
    if (first instanceof List<?> a && second instanceof List<?> b) {
      return a.size() == b.size() && equalElements(a.iterator(), b.iterator());
    }
    if (first instanceof Map<?, ?> a && second instanceof Map<?, ?> b) {
      return a.keySet().equals(b.keySet())
          && a.keySet().stream().allMatch(name -> equal(a.get(name), b.get(name)));
    }
    return Objects.equals(first, second);
  }

  private static boolean equalElements(Iterator<?> first, Iterator<?> second) {
    while (first.hasNext()) {
      if (!equal(first.next(), second.next())) {
        return false;
      }
    }
    return true;
  }
}
