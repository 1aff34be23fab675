package io.mcpbridge.internal.text;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * A text encrypted with AES in Galois/Counter Mode (NIST SP 800-38D), with additional authenticated
 * data: decryption fails if the text or that data was changed.
 *
 * @param nonce unique for each text
 * @param data the ciphertext and its authentication tag
 */
public record AesGcm(byte[] nonce, byte[] data) {

  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * @param associatedData the additional authenticated data, which is not part of the result
   * @throws GeneralSecurityException if the key is not valid for AES
   */
  public static AesGcm seal(SecretKey key, String associatedData, String text)
      throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new AesGcm(
        nonce, cipher(Cipher.ENCRYPT_MODE, key, nonce, associatedData).doFinal(bytes));
  }

  /**
   * @throws GeneralSecurityException if the key or the authenticated data differs, or the text was
   *     changed
   */
  public String open(SecretKey key, String associatedData) throws GeneralSecurityException {
    byte[] bytes = cipher(Cipher.DECRYPT_MODE, key, nonce, associatedData).doFinal(data);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * @throws GeneralSecurityException if the key is not valid for AES
   */
  public static void requireUsable(SecretKey key) throws GeneralSecurityException {
    cipher(Cipher.ENCRYPT_MODE, key, new byte[NONCE_BYTES], "");
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String associatedData)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(associatedData.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
