package io.mcpbridge.oauth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Text that is encrypted and cannot be changed unseen (AES in Galois/Counter Mode, NIST SP
 * 800-38D), nor together with anything else around it than at the time.
 *
 * @param nonce chosen for this text alone
 * @param data the encrypted text and its tag
 */
record AesGcm(byte[] nonce, byte[] data) {

  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * @param around what is authenticated with the text, but is not in it
   * @throws GeneralSecurityException if the key is none for AES
   */
  static AesGcm seal(SecretKey key, String around, String text) throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new AesGcm(nonce, cipher(Cipher.ENCRYPT_MODE, key, nonce, around).doFinal(bytes));
  }

  /**
   * @throws GeneralSecurityException if it was sealed with another key or around, or changed
   */
  String open(SecretKey key, String around) throws GeneralSecurityException {
    byte[] bytes = cipher(Cipher.DECRYPT_MODE, key, nonce, around).doFinal(data);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * @throws GeneralSecurityException if the key is none for AES
   */
  static void requireUsable(SecretKey key) throws GeneralSecurityException {
    cipher(Cipher.ENCRYPT_MODE, key, new byte[NONCE_BYTES], "");
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String around)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(around.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
