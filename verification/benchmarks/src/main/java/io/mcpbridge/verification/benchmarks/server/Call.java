package io.mcpbridge.verification.benchmarks.server;

import java.util.Map;

/**
 * The arguments of the only tool. Its result is {@code n}, a colon and {@code size} characters, so
 * that callers can verify that the result is complete and their own.
 *
 * @param n returned in the result
 * @param size number of characters in the result, in lines of 80
 * @param delayMillis how long the server waits before it responds
 * @param together number of calls that the server collects before it responds to any of them
 */
public record Call(long n, int size, int delayMillis, int together) {

  /** The name of the tool. */
  public static final String TOOL = "echo";

  /** A call with a short, immediate response. */
  public static Call of(long n) {
    return new Call(n, 0, 0, 0);
  }

  /** The arguments as JSON, as a model writes them. */
  public String json() {
    return "{\"n\":"
        + n
        + ",\"size\":"
        + size
        + ",\"delayMillis\":"
        + delayMillis
        + ",\"together\":"
        + together
        + "}";
  }

  /** The arguments as a map. */
  public Map<String, Object> map() {
    return Map.of("n", n, "size", size, "delayMillis", delayMillis, "together", together);
  }

  /** Whether the text is the complete result of this call. */
  public boolean isAnsweredBy(String text) {
    String start = n + ":";
    return text.startsWith(start) && text.length() == start.length() + Padding.length(size);
  }

  /**
   * Verifies a result.
   *
   * @throws IllegalStateException if it is not the result of this call
   */
  public void requireAnswer(String text) {
    if (!isAnsweredBy(text)) {
      String shown = text.length() <= 60 ? text : text.substring(0, 60) + "...";
      throw new IllegalStateException("call " + n + " was answered with: " + shown);
    }
  }

  /** Whether a wrong result belongs to another call, and is not an error text. */
  public static boolean isToAnother(String text) {
    int colon = text.indexOf(':');
    return colon > 0 && text.substring(0, colon).chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
