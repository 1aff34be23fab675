package io.mcpbridge.oauth;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are encrypted ({@link AesGcm}) and cannot be put in another one's place; or as they
 * are, where there is no key.
 */
final class SealedText {

  private static final String MARK = "aes-gcm:";

  private final @Nullable SecretKey key;

  /**
   * @param key {@code null} for texts as they are
   */
  SealedText(@Nullable SecretKey key) {
    this.key = key;
  }

  /**
   * The text as it is to be kept.
   *
   * @param place where; it can be opened from there only
   * @throws io.mcpbridge.error.McpException if it is not valid Unicode text
   */
  String seal(String place, String text) {
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
   * The text that was kept.
   *
   * @return {@code null} if it was not kept there, or not with this key
   */
  @Nullable String open(String place, String kept) {
    if (key == null || !kept.startsWith(MARK)) {
      return key == null && !kept.startsWith(MARK) ? kept : null;
    }
    try {
      int colon = kept.indexOf(':', MARK.length());
      Base64.Decoder base64 = Base64.getDecoder();
      byte[] nonce = base64.decode(kept.substring(MARK.length(), Math.max(colon, MARK.length())));
      return new AesGcm(nonce, base64.decode(kept.substring(colon + 1))).open(key, place);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return null;
    }
  }
}
