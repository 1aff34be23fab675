package io.mcpbridge.internal.text;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 hash of a text, in hexadecimal digits. */
public final class Sha256 {

  private Sha256() {}

  /**
   * The hash of a text in UTF-8, 64 digits. A text with half of a surrogate pair, which UTF-8
   * cannot encode, is hashed in UTF-16 after a byte that UTF-8 never has, so that different texts
   * are never encoded alike.
   */
  public static String of(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try {
        digest.update(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)));
      } catch (CharacterCodingException halfOfPair) {
        digest.update((byte) 0xFF);
        for (int i = 0; i < text.length(); i++) {
          digest.update((byte) (text.charAt(i) >> 8));
          digest.update((byte) text.charAt(i));
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
