package io.mcpbridge.json;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts between JSON text and plain Java values ({@link Map}, {@link Collection}, {@link
 * String}, {@link Number}, {@link Boolean}, {@code null}). Keeps the order of members. Other
 * values, such as records, are converted by Jackson's data binding with the modules that are on the
 * class path; {@link java.time.Instant} and {@link java.time.Duration} are written as ISO 8601
 * without one. Thread-safe.
 */
public final class Json {

  private static final JsonReader READER = new JsonReader(JsonLimits.defaults());

  private Json() {}

  /**
   * Writes a value as one line of JSON.
   *
   * @throws JsonException if the value contains something that has no JSON form, or itself
   */
  public static String write(@Nullable Object value) {
    return JsonWriter.text(value);
  }

  /**
   * Writes a value as one line of JSON with sorted members: equal values give the same text.
   *
   * @throws JsonException if the value contains something that has no JSON form, or itself
   */
  public static String canonical(@Nullable Object value) {
    return write(sorted(value));
  }

  private static @Nullable Object sorted(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      Map<String, @Nullable Object> members = new TreeMap<>();
      object.forEach((name, member) -> members.put(String.valueOf(name), sorted(member)));
      return members;
    }
    return value instanceof Collection<?> elements
        ? elements.stream().map(Json::sorted).toList()
        : value;
  }

  /**
   * Writes a value as one line of JSON in UTF-8, without a line break.
   *
   * @throws JsonException if the value contains something that has no JSON form, or itself
   */
  public static byte[] writeBytes(@Nullable Object value) {
    return JsonWriter.bytes(value);
  }

  /**
   * Reads one JSON value of any kind, within {@link JsonLimits#defaults()}.
   *
   * @throws JsonException if the text is not exactly one JSON value
   */
  public static @Nullable Object read(String json) {
    return READER.read(json);
  }

  /**
   * Reads one JSON object, within {@link JsonLimits#defaults()}.
   *
   * @throws JsonException if the text is not exactly one JSON object
   */
  public static Map<String, @Nullable Object> readObject(String json) {
    return JsonObject.of(READER.read(json)).toMap();
  }

  /**
   * Converts an object, such as a record, to a JSON object of plain values.
   *
   * @throws JsonException if it does not become a JSON object
   */
  public static Map<String, @Nullable Object> toObject(Object bean) {
    return JsonBinding.toObject(bean);
  }

  /**
   * Converts a plain Java value to another type, such as a record. Members that the type does not
   * have are ignored.
   *
   * @throws JsonException if the value does not fit the type
   */
  public static <T> T convert(@Nullable Object value, Class<T> type) {
    return JsonBinding.convert(value, type);
  }
}
