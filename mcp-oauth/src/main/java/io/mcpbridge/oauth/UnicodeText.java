package io.mcpbridge.oauth;

import io.mcpbridge.error.McpException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8, if it has a form in it. A surrogate alone has none (RFC 3629, section 3), and what
 * Java writes in its place is a question mark: two names would be one.
 */
final class UnicodeText {

  private UnicodeText() {}

  /**
   * The same text.
   *
   * @param what it is, for the message
   * @throws McpException if it is not valid Unicode text
   */
  static String require(String text, String what) {
    utf8(text, what);
    return text;
  }

  /**
   * @param what it is, for the message
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
          what + " is not valid Unicode text (it has half of a surrogate pair); nothing is kept");
    }
  }
}
