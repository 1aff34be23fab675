package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.file.PrivateFile;
import io.mcpbridge.internal.text.AesGcm;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * A file with encrypted text ({@link AesGcm}), in a JSON object with the parameters of the
 * encryption.
 */
final class EncryptedFile {

  /** Of the plain text; encrypting is slow in a JVM that has just started. */
  static final int MAX_TEXT_BYTES = 512 * 1024;

  /** Base64 is a third longer, plus the JSON around it. */
  private static final int MAX_FILE_BYTES = MAX_TEXT_BYTES / 3 * 4 + 4096;

  private static final JsonReader READER =
      new JsonReader(JsonLimits.defaults().withMaxMessageBytes(MAX_FILE_BYTES).withMaxDepth(4));
  private static final String FORMAT = "mcp-bridge-tokens-1";

  private final PrivateFile file;
  private final EncryptionKey key;
  private volatile @Nullable KeyDerivation lastGood;

  EncryptedFile(PrivateFile file, EncryptionKey key) {
    this.file = file;
    this.key = key;
  }

  /**
   * How the key was derived from a passphrase.
   *
   * @param salt in Base64; empty if the key is not derived
   * @param iterations the number of PBKDF2 iterations
   */
  record KeyDerivation(String salt, int iterations) {

    static final KeyDerivation NONE = new KeyDerivation("", 0);

    /**
     * Bounds the work before the file is authenticated: an attacker with write access could set it.
     */
    private static final int MAX_ITERATIONS = 2_000_000;

    static KeyDerivation of(byte[] salt, int iterations) {
      return new KeyDerivation(Base64.getEncoder().encodeToString(salt), iterations);
    }

    boolean isDerived() {
      return !salt.isEmpty() && iterations > 0;
    }

    byte[] saltBytes() {
      return Base64.getDecoder().decode(salt);
    }
  }

  /**
   * Reads the text.
   *
   * @return {@code null} if there is no file
   * @throws PrivateFile.Unusable if it has another format, is damaged, or was encrypted with
   *     another key
   */
  @Nullable String read() throws IOException {
    JsonObject sealed = readSealed();
    if (sealed == null) {
      return null;
    }
    try {
      KeyDerivation keyDerivation = keyDerivation(sealed);
      SecretKey secretKey = key.find(keyDerivation);
      if (secretKey == null) {
        throw new PrivateFile.Unusable("was written with another key");
      }
      String text =
          new AesGcm(decode(sealed, "nonce"), decode(sealed, "data"))
              .open(secretKey, associatedData(keyDerivation));
      lastGood = keyDerivation;
      return text;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new PrivateFile.Unusable("is damaged, or was written with another key");
    }
  }

  private @Nullable JsonObject readSealed() throws IOException {
    byte[] bytes = file.read(MAX_FILE_BYTES);
    if (bytes == null) {
      return null;
    }
    try {
      JsonObject json = JsonObject.orNull(READER.read(bytes, 0, bytes.length));
      if (json != null && FORMAT.equals(json.string("format"))) {
        return json;
      }
    } catch (JsonException e) {
      // it has another format
    }
    throw new PrivateFile.Unusable("is damaged, or not a token file");
  }

  /** Not for concurrent calls. */
  void write(String text) throws IOException {
    try {
      KeyDerivation keyDerivation = key.keyDerivation(lastGood);
      SecretKey secretKey = key.find(keyDerivation);
      if (secretKey == null) {
        throw new IOException("there is no key");
      }
      AesGcm encrypted = AesGcm.seal(secretKey, associatedData(keyDerivation), text);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("format", FORMAT);
      json.put("salt", keyDerivation.salt());
      json.put("iterations", keyDerivation.iterations());
      json.put("nonce", encode(encrypted.nonce()));
      json.put("data", encode(encrypted.data()));
      file.write(Json.writeBytes(json));
    } catch (GeneralSecurityException e) {
      throw new IOException("the key does not encrypt: " + e.getClass().getSimpleName());
    }
  }

  private static KeyDerivation keyDerivation(JsonObject sealed) {
    Long iterations = sealed.integer("iterations");
    return new KeyDerivation(
        sealed.string("salt", ""),
        iterations != null && iterations > 0 && iterations <= KeyDerivation.MAX_ITERATIONS
            ? iterations.intValue()
            : 0);
  }

  private static String associatedData(KeyDerivation keyDerivation) {
    return FORMAT + " " + keyDerivation.salt() + " " + keyDerivation.iterations();
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] decode(JsonObject json, String name) {
    return Base64.getDecoder().decode(json.string(name, ""));
  }
}
