package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.text.DisplayText;
import java.nio.charset.StandardCharsets;

/** Converts foreign bytes to text for logs: no escape sequences, no control characters. */
final class PrintableText {

  private PrintableText() {}

  /** Keeps line ends and tabs. */
  static String of(String text) {
    return DisplayText.plain(text);
  }

  /** The start of one line. */
  static String sample(byte[] buffer, int offset, int length, int maxBytes) {
    boolean cut = length > maxBytes;
    String text =
        new String(buffer, offset, cut ? maxBytes : length, StandardCharsets.UTF_8).strip();
    return of(text).replace('\n', ' ') + (cut ? " ..." : "");
  }
}
