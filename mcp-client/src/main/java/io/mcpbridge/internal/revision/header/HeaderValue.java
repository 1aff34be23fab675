package io.mcpbridge.internal.revision.header;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Encodes text as a header value (2026-07-28, Streamable HTTP, value encoding): unchanged if every
 * intermediary preserves it, otherwise Base64 between markers.
 */
final class HeaderValue {

  private static final String OPEN = "=?base64?";
  private static final String CLOSE = "?=";

  private HeaderValue() {}

  static String encode(String text) {
    return isPlain(text)
        ? text
        : OPEN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + CLOSE;
  }

  private static boolean isPlain(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> c >= 0x20 && c <= 0x7E)
        && text.charAt(0) != ' '
        && text.charAt(text.length() - 1) != ' '
        && !(text.startsWith(OPEN) && text.endsWith(CLOSE));
  }
}
