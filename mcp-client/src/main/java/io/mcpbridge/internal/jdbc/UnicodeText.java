package io.mcpbridge.internal.jdbc;

import io.mcpbridge.error.McpException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8 encoding. A lone surrogate cannot be encoded (RFC 3629, section 3), and Java
 * replaces it with a question mark, which would make two names equal.
 */
public final class UnicodeText {

  private UnicodeText() {}

  /**
   * Returns the text unchanged.
   *
   * @param description what the text is, for the message
   * @throws McpException if it is not valid Unicode text
   */
  public static String require(String text, String description) {
    utf8(text, description);
    return text;
  }

  /** The text with a question mark in place of each half of a surrogate pair. */
  public static String repaired(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /**
   * @param description what the text is, for the message
   * @throws McpException if it is not valid Unicode text
   */
  public static byte[] utf8(String text, String description) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      throw new McpException(
          description
              + " is not valid Unicode text (it has half of a surrogate pair); nothing is stored");
    }
  }
}
