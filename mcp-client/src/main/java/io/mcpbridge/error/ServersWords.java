package io.mcpbridge.error;

/** How a server's own words look in messages and logs. */
public final class ServersWords {

  private static final int LONGEST = 300;

  private ServersWords() {}

  /**
   * One line in any language, without control characters and of 300 characters at most: logs must
   * not get lines that a server made up.
   */
  public static String line(String words) {
    String start = words.substring(0, Math.min(words.length(), 10 * LONGEST));
    String line = start.strip().replaceAll("[\\s\\p{Z}]+", " ").replaceAll("\\p{C}", "?");
    return line.codePointCount(0, line.length()) > LONGEST
        ? line.substring(0, line.offsetByCodePoints(0, LONGEST)) + "..."
        : line;
  }
}
