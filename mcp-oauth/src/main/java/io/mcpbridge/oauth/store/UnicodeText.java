package io.mcpbridge.oauth.store;

import io.mcpbridge.error.McpException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8 encoding. A lone surrogate cannot be encoded (RFC 3629, section 3), and Java
 * replaces it with a question mark, which would make two names equal.
 */
final class UnicodeText {

  private UnicodeText() {}

  /**
   * Returns the text unchanged.
   *
   * @param what what the text is, for the message
   * @throws McpException if it is not valid Unicode text
   */
  static String require(String text, String what) {
    utf8(text, what);
    return text;
  }

  /**
   * @param what what the text is, for the message
   * @throws McpException if it is not valid Unicode text
   */
  static byte[] utf8(String text, String what) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      throw new McpException(
          what + " is not valid Unicode text (it has half of a surrogate pair); nothing is stored");
    }
  }
}
