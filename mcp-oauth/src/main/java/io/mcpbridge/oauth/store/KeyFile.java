package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.file.PrivateFile;
import java.io.IOException;
import java.security.SecureRandom;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A key in a file of its own, which is created when an entry is first stored. */
final class KeyFile implements EncryptionKey {

  private final PrivateFile file;

  KeyFile(PrivateFile file) {
    this.file = file;
  }

  @Override
  public @Nullable SecretKey find(EncryptedFile.KeyDerivation keyDerivation) throws IOException {
    byte[] bytes;
    try {
      bytes = file.read(BYTES);
    } catch (PrivateFile.Unusable e) {
      return null;
    }
    if (bytes != null && file.isOpenToOthers()) {
      throw new PrivateFile.Unusable(
          "has a key file (.key) that users other than its owner can read or change");
    }
    return bytes == null || bytes.length != BYTES ? null : new SecretKeySpec(bytes, "AES");
  }

  @Override
  public EncryptedFile.KeyDerivation keyDerivation(EncryptedFile.@Nullable KeyDerivation previous)
      throws IOException {
    if (!exists()) {
      byte[] bytes = new byte[BYTES];
      new SecureRandom().nextBytes(bytes);
      file.write(bytes);
    }
    return EncryptedFile.KeyDerivation.NONE;
  }

  private boolean exists() throws IOException {
    try {
      return find(EncryptedFile.KeyDerivation.NONE) != null;
    } catch (PrivateFile.Unusable e) {
      return false;
    }
  }
}
