package io.mcpbridge.oauth.store;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A key derived from a passphrase (PBKDF2, RFC 8018, with HMAC-SHA256). The derivation is slow by
 * design, so the last key is cached.
 */
final class PassphraseKey implements EncryptionKey {

  private static final int SALT_BYTES = 16;

  private final char[] passphrase;
  private final int iterations;
  private final ReentrantLock lock = new ReentrantLock();
  private EncryptedFile.@Nullable KeyDerivation lastKeyDerivation;
  private @Nullable SecretKey last;

  /**
   * @param iterations for new files
   */
  PassphraseKey(char[] passphrase, int iterations) {
    this.passphrase = passphrase.clone();
    this.iterations = iterations;
  }

  @Override
  public @Nullable SecretKey find(EncryptedFile.KeyDerivation keyDerivation)
      throws GeneralSecurityException {
    if (!keyDerivation.isDerived()) {
      return null;
    }
    lock.lock();
    try {
      SecretKey key = last;
      if (key == null || !keyDerivation.equals(lastKeyDerivation)) {
        key = deriveKey(keyDerivation);
        last = key;
        lastKeyDerivation = keyDerivation;
      }
      return key;
    } finally {
      lock.unlock();
    }
  }

  private SecretKey deriveKey(EncryptedFile.KeyDerivation keyDerivation)
      throws GeneralSecurityException {
    PBEKeySpec spec =
        new PBEKeySpec(
            passphrase, keyDerivation.saltBytes(), keyDerivation.iterations(), 8 * BYTES);
    try {
      byte[] bytes =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      SecretKey key = new SecretKeySpec(bytes, "AES");
      Arrays.fill(bytes, (byte) 0);
      return key;
    } finally {
      spec.clearPassword();
    }
  }

  @Override
  public EncryptedFile.KeyDerivation keyDerivation(EncryptedFile.@Nullable KeyDerivation previous) {
    if (previous != null && previous.isDerived()) {
      return previous;
    }
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return EncryptedFile.KeyDerivation.of(salt, iterations);
  }
}
