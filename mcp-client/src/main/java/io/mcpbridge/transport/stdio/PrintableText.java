package io.mcpbridge.transport.stdio;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Foreign bytes as text that can be logged: no escape sequences, no control characters. */
final class PrintableText {

  private static final Pattern TERMINAL_SEQUENCE =
      Pattern.compile("\\x1B(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1B]*(?:\\x07|\\x1B\\\\)?|.)");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]");

  private PrintableText() {}

  /** Keeps line ends and tabs. */
  static String of(String text) {
    String plain = TERMINAL_SEQUENCE.matcher(text).replaceAll("");
    return CONTROL.matcher(plain).replaceAll("");
  }

  /** The start of one line. */
  static String sample(byte[] buffer, int offset, int length, int maxBytes) {
    boolean cut = length > maxBytes;
    String text =
        new String(buffer, offset, cut ? maxBytes : length, StandardCharsets.UTF_8).strip();
    return of(text).replace('\n', ' ') + (cut ? " ..." : "");
  }
}
