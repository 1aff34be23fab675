package io.mcpbridge.arguments;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON Schema's types and equality for plain Java values. */
final class JsonTypes {

  private JsonTypes() {}

  /** Whether a value has one of the types; {@code 3.0} counts as an integer (2020-12, 4.2.3). */
  static boolean isOneOf(Set<String> types, @Nullable Object value) {
    if (value instanceof Number number) {
      return types.contains("number") || (types.contains("integer") && isWhole(number));
    }
    String type = nameOf(value);
    return type == null || types.contains(type);
  }

  /** The value's type; {@code null} if it is not a plain JSON value. */
  private static @Nullable String nameOf(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof String) {
      return "string";
    }
    if (value instanceof Boolean) {
      return "boolean";
    }
    if (value instanceof Map) {
      return "object";
    }
    return value instanceof List ? "array" : null;
  }

  /** True also for NaN and infinities, which cannot be validated. */
  static boolean isWhole(Number number) {
    BigDecimal decimal = decimal(number);
    return decimal == null || decimal.stripTrailingZeros().scale() <= 0;
  }

  /** The decimal value; {@code null} for NaN and infinities. */
  static @Nullable BigDecimal decimal(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    try {
      return new BigDecimal(number.toString());
    } catch (NumberFormatException notFinite) {
      return null;
    }
  }

  /** Compares numbers by value, and everything else by content. */
  static boolean equal(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number a && other instanceof Number b) {
      BigDecimal left = decimal(a);
      BigDecimal right = decimal(b);
      return left == null || right == null ? a.equals(b) : left.compareTo(right) == 0;
    }
    if (one instanceof List<?> a && other instanceof List<?> b) {
      return a.size() == b.size() && equalElements(a.iterator(), b.iterator());
    }
    if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
      return a.keySet().equals(b.keySet())
          && a.keySet().stream().allMatch(name -> equal(a.get(name), b.get(name)));
    }
    return Objects.equals(one, other);
  }

  private static boolean equalElements(Iterator<?> one, Iterator<?> other) {
    while (one.hasNext()) {
      if (!equal(one.next(), other.next())) {
        return false;
      }
    }
    return true;
  }
}
