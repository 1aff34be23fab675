package io.mcpbridge.oauth.store;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** The encryption key of a file of tokens. */
interface EncryptionKey {

  /** Length of generated keys: 256 bits. */
  int BYTES = 32;

  /**
   * Finds the key of a file.
   *
   * @param keyDerivation the parameters in the file
   * @return {@code null} if the key is not available
   */
  @Nullable SecretKey find(EncryptedFile.KeyDerivation keyDerivation)
      throws IOException, GeneralSecurityException;

  /**
   * The parameters to write into a file; generates a key if there is none. Not for concurrent
   * calls.
   *
   * @param previous the parameters of the last file that was read, if any
   */
  EncryptedFile.KeyDerivation keyDerivation(EncryptedFile.@Nullable KeyDerivation previous)
      throws IOException;

  /** A key that the application provides. */
  static EncryptionKey of(SecretKey key) {
    return new EncryptionKey() {
      @Override
      public SecretKey find(EncryptedFile.KeyDerivation keyDerivation) {
        return key;
      }

      @Override
      public EncryptedFile.KeyDerivation keyDerivation(
          EncryptedFile.@Nullable KeyDerivation previous) {
        return EncryptedFile.KeyDerivation.NONE;
      }
    };
  }
}
