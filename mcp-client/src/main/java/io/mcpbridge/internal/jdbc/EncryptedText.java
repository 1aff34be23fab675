package io.mcpbridge.internal.jdbc;

import io.mcpbridge.internal.text.AesGcm;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts texts ({@link AesGcm}) so that one cannot replace another; without a key, stores plain
 * text.
 */
public final class EncryptedText implements JdbcEntries.Encoding {

  private static final String MARK = "aes-gcm:";

  private final @Nullable SecretKey key;

  /**
   * @param key {@code null} for plain text
   * @throws IllegalArgumentException if AES cannot use it
   */
  public EncryptedText(@Nullable SecretKey key) {
    if (key != null) {
      try {
        AesGcm.requireUsable(key);
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException(
            "the key of the store is no key for AES, which has 16, 24 or 32 bytes", e);
      }
    }
    this.key = key;
  }

  /**
   * Encrypts a text.
   *
   * @param place where the text is stored; it can be decrypted only with the same place
   * @throws io.mcpbridge.error.McpException if it is not valid Unicode text
   */
  @Override
  public String seal(String place, String text) {
    UnicodeText.require(text, "an entry for the store");
    if (key == null) {
      return text;
    }
    try {
      AesGcm sealed = AesGcm.seal(key, place, text);
      Base64.Encoder base64 = Base64.getEncoder();
      return MARK
          + base64.encodeToString(sealed.nonce())
          + ":"
          + base64.encodeToString(sealed.data());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key does not encrypt: " + e.getClass().getSimpleName());
    }
  }

  /**
   * Decrypts a stored text.
   *
   * @return {@code null} if the place or the key differs
   */
  @Override
  public @Nullable String open(String place, String stored) {
    if (key == null || !stored.startsWith(MARK)) {
      return key == null && !stored.startsWith(MARK) ? stored : null;
    }
    try {
      int colon = stored.indexOf(':', MARK.length());
      Base64.Decoder base64 = Base64.getDecoder();
      byte[] nonce = base64.decode(stored.substring(MARK.length(), Math.max(colon, MARK.length())));
      return new AesGcm(nonce, base64.decode(stored.substring(colon + 1))).open(key, place);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return null;
    }
  }
}
