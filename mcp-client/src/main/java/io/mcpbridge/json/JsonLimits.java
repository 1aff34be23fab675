package io.mcpbridge.json;

/**
 * Limits on received JSON, which protect the heap from untrusted servers. As objects, JSON needs up
 * to thirteen times the heap that its text needs, so bytes and values are limited separately. The
 * defaults of both depend on the maximum heap ({@code -Xmx}) of this JVM.
 *
 * @param maxMessageBytes maximum size of a message in bytes; default a sixteenth of the maximum
 *     heap, at most 64 MiB: {@link #withMaxMessageBytes}
 * @param maxDepth maximum nesting depth of objects and arrays; default 500: {@link #withMaxDepth}
 * @param maxValues maximum number of values in a message: objects, arrays, strings, numbers,
 *     literals, and names of members; default one for each 160 bytes of the maximum heap, that is
 *     3.3 million for 512 MiB: {@link #withMaxValues}
 */
public record JsonLimits(int maxMessageBytes, int maxDepth, int maxValues) {

  /** The name of {@link #maxMessageBytes()} in messages. */
  public static final String MAX_MESSAGE_BYTES = "JsonLimits.withMaxMessageBytes";

  /** The name of {@link #maxDepth()} in messages. */
  public static final String MAX_DEPTH = "JsonLimits.withMaxDepth";

  /** The name of {@link #maxValues()} in messages. */
  public static final String MAX_VALUES = "JsonLimits.withMaxValues";

  /** The name of the maximum heap in messages. */
  public static final String MAX_HEAP = "the maximum heap (-Xmx)";

  private static final int MAX_DEFAULT_MESSAGE_BYTES = 64 * 1024 * 1024;
  private static final int HEAP_PER_MESSAGE_BYTE = 16;

  /** A value needs up to 52 bytes, so that a message needs up to a third of the heap. */
  private static final int HEAP_PER_VALUE = 160;

  private static final JsonLimits DEFAULTS = forHeap(Runtime.getRuntime().maxMemory());

  /**
   * @throws IllegalArgumentException if a limit is not positive
   */
  public JsonLimits {
    if (maxMessageBytes <= 0 || maxDepth <= 0 || maxValues <= 0) {
      throw new IllegalArgumentException(
          "limits must be positive: %d bytes, depth %d, %d values"
              .formatted(maxMessageBytes, maxDepth, maxValues));
    }
  }

  private static JsonLimits forHeap(long bytes) {
    return new JsonLimits(
        (int) Math.min(MAX_DEFAULT_MESSAGE_BYTES, bytes / HEAP_PER_MESSAGE_BYTE),
        500,
        (int) Math.min(Integer.MAX_VALUE, bytes / HEAP_PER_VALUE));
  }

  /** As much as the heap of this JVM bears, and 500 levels. */
  public static JsonLimits defaults() {
    return DEFAULTS;
  }

  /** A copy with this maximum message size in bytes. */
  public JsonLimits withMaxMessageBytes(int bytes) {
    return new JsonLimits(bytes, maxDepth, maxValues);
  }

  /** A copy with this maximum nesting depth. */
  public JsonLimits withMaxDepth(int depth) {
    return new JsonLimits(maxMessageBytes, depth, maxValues);
  }

  /** A copy with this maximum number of values in a message. */
  public JsonLimits withMaxValues(int values) {
    return new JsonLimits(maxMessageBytes, maxDepth, values);
  }
}
