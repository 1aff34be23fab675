package io.mcpbridge.transport.http;

import org.jspecify.annotations.Nullable;

/** How a server's own words look in messages. */
final class Texts {

  private static final int LONGEST_SENTENCE = 300;

  private Texts() {}

  /** A sentence of the server's: one line in any language, not too long. */
  static String said(String words) {
    String line = words.strip().replaceAll("[\\s\\p{Z}]+", " ").replaceAll("\\p{C}", "?");
    return line.codePointCount(0, line.length()) > LONGEST_SENTENCE
        ? line.substring(0, line.offsetByCodePoints(0, LONGEST_SENTENCE)) + "..."
        : line;
  }

  /** A header value as it can be shown: one short line. */
  static String shown(@Nullable String value) {
    if (value == null) {
      return "no content type";
    }
    String line = value.replaceAll("[^ -~]", "?");
    return line.length() > 80 ? line.substring(0, 80) + "..." : line;
  }
}
