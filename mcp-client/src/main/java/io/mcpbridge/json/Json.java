package io.mcpbridge.json;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON text from and to plain Java values ({@link Map}, {@link Iterable}, {@link String}, {@link
 * Number}, {@link Boolean}, {@code null}). Members keep their order; nothing is added. Thread-safe.
 */
public final class Json {

  private static final JsonReader READER = new JsonReader(JsonLimits.defaults());

  private Json() {}

  /**
   * Writes a value as one line of JSON.
   *
   * @throws JsonException if the value holds something that is not a plain JSON value
   */
  public static String write(@Nullable Object value) {
    return JsonWriter.text(value);
  }

  /**
   * Writes a value as one line of JSON with the members of all objects in the order of their names:
   * the same text for the same value.
   *
   * @throws JsonException if the value holds something that is not a plain JSON value
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
   * Writes a value as one line of JSON in UTF-8, without a line end.
   *
   * @throws JsonException if the value holds something that is not a plain JSON value
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
}
