package io.mcpbridge.oauth;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** What a file of tokens is encrypted with. */
interface StoreKey {

  /** So long a key is that is made here: 256 bits. */
  int BYTES = 32;

  /**
   * The key of a file.
   *
   * @param recipe what the file says about it
   * @return {@code null} if it cannot be had
   */
  @Nullable SecretKey find(SealedFile.Recipe recipe) throws IOException, GeneralSecurityException;

  /**
   * What a file that is written is to say about its key. Called by one at a time; makes a key if
   * there is none.
   *
   * @param before what a file said that could be read, if there was one
   */
  SealedFile.Recipe recipe(SealedFile.@Nullable Recipe before) throws IOException;

  /** A key that the application has from elsewhere. */
  static StoreKey of(SecretKey key) {
    return new StoreKey() {
      @Override
      public SecretKey find(SealedFile.Recipe recipe) {
        return key;
      }

      @Override
      public SealedFile.Recipe recipe(SealedFile.@Nullable Recipe before) {
        return SealedFile.Recipe.NONE;
      }
    };
  }
}
