package io.mcpbridge.approval;

import io.mcpbridge.internal.text.PointerToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Pointer (RFC 6901) into the arguments of a call, in which {@code *} stands for each
 * element of an array and each member of an object.
 */
record ArgumentPointer(String text, List<String> names) {

  /** Selected where the arguments have no value. */
  static final Object ABSENT = new Object();

  /** Selected where the arguments have a value of another type than the pointer leads through. */
  static final Object OTHER_TYPE = new Object();

  /** More cannot be checked in the time that a call has. */
  static final int MAX_VALUES = 1000;

  static final String EACH = "*";

  /**
   * @param text such as {@code /path} or {@code /files/*}
   * @throws IllegalArgumentException if it leads to no argument
   */
  static ArgumentPointer of(String text) {
    if (!text.startsWith("/") || text.length() == 1) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a JSON pointer to an argument, such as /path or /files/*");
    }
    return new ArgumentPointer(text, PointerToken.split(text));
  }

  /**
   * The values at this place: {@link #ABSENT} for each that is missing, {@link #OTHER_TYPE} for
   * each that cannot be found.
   *
   * @return {@code null} if there are more than {@link #MAX_VALUES}
   */
  @Nullable List<@Nullable Object> select(Map<String, @Nullable Object> arguments) {
    List<@Nullable Object> selected = new ArrayList<>();
    selected.add(arguments);
    for (String name : names) {
      List<@Nullable Object> next = new ArrayList<>();
      for (Object value : selected) {
        next.addAll(step(value, name));
        if (next.size() > MAX_VALUES) {
          return null;
        }
      }
      selected = next;
    }
    return selected;
  }

  private static Collection<? extends @Nullable Object> step(@Nullable Object value, String name) {
    if (value instanceof Map<?, ?> object) {
      if (name.equals(EACH)) { // also if a member has that name
        return object.isEmpty() ? single(ABSENT) : object.values();
      }
      return single(object.containsKey(name) ? object.get(name) : ABSENT);
    }
    if (value instanceof List<?> array) {
      if (name.equals(EACH)) {
        return array.isEmpty() ? single(ABSENT) : array;
      }
      int index = index(name);
      return single(index < 0 ? OTHER_TYPE : index < array.size() ? array.get(index) : ABSENT);
    }
    return single(value == ABSENT ? ABSENT : OTHER_TYPE);
  }

  private static Collection<@Nullable Object> single(@Nullable Object value) {
    List<@Nullable Object> values = new ArrayList<>(1);
    values.add(value);
    return values;
  }

  /** An array index of RFC 6901, section 4; -1 if it is none. */
  private static int index(String name) {
    boolean isIndex =
        !name.isEmpty()
            && name.length() < 10
            && name.chars().allMatch(c -> c >= '0' && c <= '9')
            && (name.length() == 1 || name.charAt(0) != '0');
    return isIndex ? Integer.parseInt(name) : -1;
  }

  @Override
  public String toString() {
    return text;
  }
}
