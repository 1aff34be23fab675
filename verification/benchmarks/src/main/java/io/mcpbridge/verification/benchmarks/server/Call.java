package io.mcpbridge.verification.benchmarks.server;

import java.util.Map;

/**
 * What the one tool is called with. Its answer is {@code n}, a colon and {@code size} characters,
 * so that every caller sees whether the answer is its own and whole.
 *
 * @param n comes back
 * @param size how many characters come with it, in lines of 80
 * @param delayMillis how long the server waits before it answers
 * @param together with how many others of its kind it is answered: nobody is before all are there
 */
public record Call(long n, int size, int delayMillis, int together) {

  /** The name of the tool. */
  public static final String TOOL = "echo";

  /** A call that is answered at once and shortly. */
  public static Call of(long n) {
    return new Call(n, 0, 0, 0);
  }

  /** The arguments as a model writes them. */
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

  /** Whether that is the answer to this call, and all of it. */
  public boolean isAnsweredBy(String text) {
    String start = n + ":";
    return text.startsWith(start) && text.length() == start.length() + Padding.length(size);
  }

  /**
   * Checks an answer.
   *
   * @throws IllegalStateException if it is not the one to this call
   */
  public void requireAnswer(String text) {
    if (!isAnsweredBy(text)) {
      String shown = text.length() <= 60 ? text : text.substring(0, 60) + "...";
      throw new IllegalStateException("call " + n + " was answered with: " + shown);
    }
  }

  /** Whether a wrong answer is the right one to another call, and not a failure told as text. */
  public static boolean isToAnother(String text) {
    int colon = text.indexOf(':');
    return colon > 0 && text.substring(0, colon).chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
