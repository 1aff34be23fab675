package io.mcpbridge.json;

/**
 * Limits on received JSON, which protect the heap from untrusted servers.
 *
 * @param maxMessageBytes maximum size of a message in bytes, default 64 MiB; property {@code
 *     limits.max-message-bytes}
 * @param maxDepth maximum nesting depth of objects and arrays, default 500; property {@code
 *     limits.max-json-depth}
 */
public record JsonLimits(int maxMessageBytes, int maxDepth) {

  /** The property name of {@link #maxMessageBytes()}. */
  public static final String MAX_MESSAGE_BYTES = "limits.max-message-bytes";

  /** The property name of {@link #maxDepth()}. */
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

  /** 64 MiB per message, 500 levels. */
  public static JsonLimits defaults() {
    return DEFAULTS;
  }

  /** A copy with this maximum message size in bytes. */
  public JsonLimits withMaxMessageBytes(int bytes) {
    return new JsonLimits(bytes, maxDepth);
  }

  /** A copy with this maximum nesting depth. */
  public JsonLimits withMaxDepth(int depth) {
    return new JsonLimits(maxMessageBytes, depth);
  }
}
