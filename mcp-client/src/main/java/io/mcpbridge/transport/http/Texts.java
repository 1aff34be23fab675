package io.mcpbridge.transport.http;

import org.jspecify.annotations.Nullable;

/** How a server's own words look in messages. */
final class Texts {

  private Texts() {}

  /** A header value as it can be shown: one short line. */
  static String shown(@Nullable String value) {
    if (value == null) {
      return "no content type";
    }
    String line = value.replaceAll("[^ -~]", "?");
    return line.length() > 80 ? line.substring(0, 80) + "..." : line;
  }
}
