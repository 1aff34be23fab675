package io.mcpbridge.result;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text as stored in files and databases. */
final class StoredText {

  private StoredText() {}

  /**
   * The text in UTF-8; {@code null} if it has half of a surrogate pair, which UTF-8 cannot encode
   * (RFC 3629, section 3).
   */
  static byte @Nullable [] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
