package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The id that ties a response to its request: a string or a whole number. The JSON type is part of
 * it: {@code 1} and {@code "1"} are two ids.
 *
 * @param value a {@link String} or a {@link Long}
 */
public record RequestId(Object value) {

  /**
   * @throws IllegalArgumentException if the value is neither a string nor a whole number
   */
  public RequestId {
    if (!(value instanceof String) && !(value instanceof Long)) {
      throw new IllegalArgumentException("a request id is a string or a whole number");
    }
  }

  /** A numeric id. */
  public static RequestId of(long number) {
    return new RequestId(number);
  }

  /** A textual id. */
  public static RequestId of(String text) {
    return new RequestId(text);
  }

  /** What a peer sent as an id; {@code null} if it cannot be one. */
  public static @Nullable RequestId from(@Nullable Object json) {
    if (json instanceof String text) {
      return new RequestId(text);
    }
    Long number = JsonObject.wholeNumber(json);
    return number == null ? null : new RequestId(number);
  }

  @Override
  public String toString() {
    return value instanceof String ? '"' + value.toString() + '"' : value.toString();
  }
}
