package io.mcpbridge.transport.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How durations and a server's own words look in messages. */
final class Texts {

  private Texts() {}

  /** {@code 30 s}, {@code 250 ms}. */
  static String of(Duration length) {
    long millis = length.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
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
