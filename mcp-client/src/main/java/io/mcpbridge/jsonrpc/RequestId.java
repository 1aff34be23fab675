package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The id that links a response to its request: a string or an integer. The JSON type is
 * significant: {@code 1} and {@code "1"} are different ids.
 *
 * @param value a {@link String} or a {@link Long}
 */
public record RequestId(Object value) {

  /**
   * @throws IllegalArgumentException if the value is neither a string nor an integer
   */
  public RequestId {
    if (!(value instanceof String) && !(value instanceof Long)) {
      throw new IllegalArgumentException("a request id must be a string or an integer");
    }
  }

  /** A numeric id. */
  public static RequestId of(long number) {
    return new RequestId(number);
  }

  /** A string id. */
  public static RequestId of(String text) {
    return new RequestId(text);
  }

  /** Parses a peer's id; {@code null} if it is not valid. */
  public static @Nullable RequestId from(@Nullable Object json) {
    if (json instanceof String text) {
      return new RequestId(text);
    }
    Long number = JsonObject.wholeNumber(json);
    return number == null ? null : new RequestId(number);
  }

  // Written out, since each call compares ids, and a record's own methods take the first calls of a
  // JVM a multiple of the time.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestId that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value instanceof String ? '"' + value.toString() + '"' : value.toString();
  }
}
