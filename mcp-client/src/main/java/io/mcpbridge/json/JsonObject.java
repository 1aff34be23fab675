package io.mcpbridge.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object with tolerant accessors. A member that is absent, {@code null} or of another type
 * reads as {@code null}, because servers send {@code null} for absent members, and one malformed
 * member should not invalidate the rest. Immutable.
 */
public final class JsonObject {

  private static final JsonObject EMPTY = new JsonObject(Map.of());

  private final Map<String, @Nullable Object> members;

  private JsonObject(Map<String, @Nullable Object> members) {
    this.members = members;
  }

  /** An object without members. */
  public static JsonObject empty() {
    return EMPTY;
  }

  /** A view of these members; the map must not change afterwards. */
  public static JsonObject of(Map<String, ?> members) {
    return new JsonObject(Collections.unmodifiableMap(members));
  }

  /**
   * Casts the value to an object.
   *
   * @throws JsonException if it is not an object
   */
  public static JsonObject of(@Nullable Object value) {
    JsonObject object = orNull(value);
    if (object == null) {
      throw new JsonException("expected a JSON object, not " + kind(value));
    }
    return object;
  }

  /** The value as an object; {@code null} if it is not one. */
  @SuppressWarnings("unchecked")
  public static @Nullable JsonObject orNull(@Nullable Object value) {
    return value instanceof Map<?, ?> map
        ? new JsonObject((Map<String, @Nullable Object>) map)
        : null;
  }

  /** The JSON type of a value, for messages: {@code an array}, {@code a string} ... */
  public static String kind(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Map) {
      return "an object";
    }
    if (value instanceof List) {
      return "an array";
    }
    if (value instanceof String) {
      return "a string";
    }
    return value instanceof Boolean ? "a boolean" : "a number";
  }

  /** The members, in order, unmodifiable. */
  public Map<String, @Nullable Object> toMap() {
    return members;
  }

  /** Whether the member is present, even if {@code null}. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** The raw value of a member; {@code null} if absent or {@code null}. */
  public @Nullable Object get(String name) {
    return members.get(name);
  }

  /** The member if it is a string. */
  public @Nullable String string(String name) {
    return members.get(name) instanceof String s ? s : null;
  }

  /** The member if it is a string, else the given text. */
  public String string(String name, String otherwise) {
    return members.get(name) instanceof String s ? s : otherwise;
  }

  /** The member if it is a boolean. */
  public @Nullable Boolean bool(String name) {
    return members.get(name) instanceof Boolean b ? b : null;
  }

  /** The member if it is a number. */
  public @Nullable Number number(String name) {
    return members.get(name) instanceof Number n ? n : null;
  }

  /** The member if it is an integer in range, also in the form {@code 1.0}. */
  public @Nullable Long integer(String name) {
    return wholeNumber(members.get(name));
  }

  /** The member if it is an object. */
  public @Nullable JsonObject object(String name) {
    return orNull(members.get(name));
  }

  /** The member's members if it is an object, else an empty map. */
  public Map<String, @Nullable Object> map(String name) {
    JsonObject object = object(name);
    return object == null ? Map.of() : object.members;
  }

  /** The member's elements if it is an array, else an empty list. */
  @SuppressWarnings("unchecked")
  public List<@Nullable Object> list(String name) {
    return members.get(name) instanceof List<?> list ? (List<@Nullable Object>) list : List.of();
  }

  /** The members except these, unmodifiable. */
  public Map<String, @Nullable Object> without(Set<String> names) {
    if (names.containsAll(members.keySet())) {
      return Map.of();
    }
    Map<String, @Nullable Object> rest = new LinkedHashMap<>(members);
    rest.keySet().removeAll(names);
    return Collections.unmodifiableMap(rest);
  }

  /** The strings among the member's elements if it is an array, else an empty list. */
  public List<String> strings(String name) {
    List<@Nullable Object> elements = list(name);
    if (elements.isEmpty()) {
      return List.of();
    }
    List<String> strings = new ArrayList<>(elements.size());
    for (Object element : elements) {
      if (element instanceof String text) {
        strings.add(text);
      }
    }
    return Collections.unmodifiableList(strings);
  }

  /** A copy with one member added or replaced. */
  public JsonObject with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(members);
    copy.put(name, value instanceof JsonObject object ? object.members : value);
    return new JsonObject(Collections.unmodifiableMap(copy));
  }

  /** The object as one line of JSON. */
  public String toJson() {
    return Json.write(members);
  }

  /** The value as a {@code long} if it is an integer in range, otherwise {@code null}. */
  public static @Nullable Long wholeNumber(@Nullable Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    try {
      if (value instanceof BigDecimal decimal) {
        return decimal.longValueExact();
      }
      return value instanceof BigInteger big ? (Long) big.longValueExact() : null;
    } catch (ArithmeticException notWholeOrTooLarge) {
      return null;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonObject that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(members);
  }

  @Override
  public String toString() {
    return toJson();
  }
}
