package io.mcpbridge.oauth;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Text in a file that is encrypted and cannot be changed unseen (AES in Galois/Counter Mode, NIST
 * SP 800-38D), within a JSON object that says how.
 */
final class SealedFile {

  /** The text, before it is encrypted: a JVM that has just started needs a while for that. */
  static final int MAX_TEXT_BYTES = 512 * 1024;

  /** Base64 is a third longer, and there is something around it. */
  private static final int MAX_FILE_BYTES = MAX_TEXT_BYTES / 3 * 4 + 4096;

  private static final JsonReader READER = new JsonReader(new JsonLimits(MAX_FILE_BYTES, 4));
  private static final String FORMAT = "mcp-bridge-tokens-1";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final PrivateFile file;
  private final StoreKey key;
  private volatile @Nullable Recipe lastGood;

  SealedFile(PrivateFile file, StoreKey key) {
    this.file = file;
    this.key = key;
  }

  /**
   * How the key is made of a passphrase.
   *
   * @param salt in Base64; empty if the key is none that is made
   * @param iterations how often
   */
  record Recipe(String salt, int iterations) {

    static final Recipe NONE = new Recipe("", 0);

    /**
     * Somebody who can write the file could have us compute for hours, which is before its key is
     * known.
     */
    private static final int MOST = 2_000_000;

    static Recipe stretched(byte[] salt, int iterations) {
      return new Recipe(Base64.getEncoder().encodeToString(salt), iterations);
    }

    boolean isStretched() {
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
   * @throws PrivateFile.Unusable if it is not one of ours, or is not with this key
   */
  @Nullable String read() throws IOException {
    JsonObject sealed = sealed();
    if (sealed == null) {
      return null;
    }
    try {
      Recipe recipe = recipe(sealed);
      SecretKey found = key.find(recipe);
      if (found == null) {
        throw new PrivateFile.Unusable("was written with another key");
      }
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, found, decoded(sealed, "nonce"), recipe);
      String text = new String(cipher.doFinal(decoded(sealed, "data")), StandardCharsets.UTF_8);
      lastGood = recipe;
      return text;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new PrivateFile.Unusable("is damaged, or was written with another key");
    }
  }

  private @Nullable JsonObject sealed() throws IOException {
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
      // it is something else
    }
    throw new PrivateFile.Unusable("is damaged, or no file of tokens");
  }

  /** To be called by one at a time. */
  void write(String text) throws IOException {
    try {
      Recipe recipe = key.recipe(lastGood);
      SecretKey found = key.find(recipe);
      if (found == null) {
        throw new IOException("there is no key");
      }
      byte[] nonce = new byte[NONCE_BYTES];
      new SecureRandom().nextBytes(nonce);
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, found, nonce, recipe);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("format", FORMAT);
      json.put("salt", recipe.salt());
      json.put("iterations", recipe.iterations());
      json.put("nonce", encoded(nonce));
      json.put("data", encoded(cipher.doFinal(text.getBytes(StandardCharsets.UTF_8))));
      file.write(Json.writeBytes(json));
    } catch (GeneralSecurityException e) {
      throw new IOException("the key does not encrypt: " + e.getClass().getSimpleName());
    }
  }

  private static Recipe recipe(JsonObject sealed) {
    Long iterations = sealed.integer("iterations");
    return new Recipe(
        sealed.string("salt", ""),
        iterations != null && iterations > 0 && iterations <= Recipe.MOST
            ? iterations.intValue()
            : 0);
  }

  static void requireUsable(SecretKey key) throws GeneralSecurityException {
    cipher(Cipher.ENCRYPT_MODE, key, new byte[NONCE_BYTES], Recipe.NONE);
  }

  /** What is around the text is authenticated with it. */
  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, Recipe recipe)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    String around = FORMAT + " " + recipe.salt() + " " + recipe.iterations();
    cipher.updateAAD(around.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] decoded(JsonObject json, String name) {
    return Base64.getDecoder().decode(json.string(name, ""));
  }
}
