package io.mcpbridge.json;

/**
 * How much JSON one message may hold. A server is not trusted to be modest: whatever it sends is
 * refused at these bounds instead of filling the heap.
 *
 * @param maxMessageBytes bytes of one message as received, default 64 MiB; configured as {@code
 *     limits.max-message-bytes}
 * @param maxDepth nesting of objects and arrays, default 500; configured as {@code
 *     limits.max-json-depth}
 */
public record JsonLimits(int maxMessageBytes, int maxDepth) {

  /** The configuration name of {@link #maxMessageBytes()}. */
  public static final String MAX_MESSAGE_BYTES = "limits.max-message-bytes";

  /** The configuration name of {@link #maxDepth()}. */
  public static final String MAX_DEPTH = "limits.max-json-depth";

  private static final JsonLimits DEFAULTS = new JsonLimits(64 * 1024 * 1024, 500);

  /**
   * @throws IllegalArgumentException if a limit is not positive
   */
  public JsonLimits {
    if (maxMessageBytes <= 0 || maxDepth <= 0) {
      throw new IllegalArgumentException(
          "limits must be positive: " + maxMessageBytes + " bytes, depth " + maxDepth);
    }
  }

  /** 64 MiB a message, 500 levels deep. */
  public static JsonLimits defaults() {
    return DEFAULTS;
  }

  /** These limits with another size of a message, in bytes. */
  public JsonLimits withMaxMessageBytes(int bytes) {
    return new JsonLimits(bytes, maxDepth);
  }

  /** These limits with another nesting depth. */
  public JsonLimits withMaxDepth(int depth) {
    return new JsonLimits(maxMessageBytes, depth);
  }
}
