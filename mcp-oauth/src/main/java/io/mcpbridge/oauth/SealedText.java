package io.mcpbridge.oauth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are encrypted and cannot be changed unseen, nor be put in another one's place (AES in
 * Galois/Counter Mode, NIST SP 800-38D); or as they are, where there is no key.
 */
final class SealedText {

  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final String MARK = "aes-gcm:";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final @Nullable SecretKey key;
  private final SecureRandom random = new SecureRandom();

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
   */
  String seal(String place, String text) {
    if (key == null) {
      return text;
    }
    try {
      byte[] nonce = new byte[NONCE_BYTES];
      random.nextBytes(nonce);
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, key, place, nonce)
              .doFinal(text.getBytes(StandardCharsets.UTF_8));
      Base64.Encoder base64 = Base64.getEncoder();
      return MARK + base64.encodeToString(nonce) + ":" + base64.encodeToString(sealed);
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
      byte[] text =
          cipher(Cipher.DECRYPT_MODE, key, place, nonce)
              .doFinal(base64.decode(kept.substring(colon + 1)));
      return new String(text, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return null;
    }
  }

  private static Cipher cipher(int mode, SecretKey key, String place, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
