package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.FileTokenStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Creates the token store of {@code mcp.client.oauth.token-file}. */
final class TokenFiles {

  private static final String PREFIX = "mcp.client.oauth.token-file.";

  private TokenFiles() {}

  /**
   * Creates the store. Does no I/O.
   *
   * @throws InvalidOAuthException if the settings are invalid
   */
  static FileTokenStore of(McpOAuthWebProperties.TokenFile properties) {
    Path path = path(text(properties.path()));
    String key = text(properties.key());
    String passphrase = properties.passphrase() == null ? "" : properties.passphrase();
    if (!key.isEmpty() && !passphrase.isEmpty()) {
      throw new InvalidOAuthException(
          PREFIX + "key and " + PREFIX + "passphrase are both set.", "Keep one of them.");
    }
    try {
      if (!key.isEmpty()) {
        return FileTokenStore.at(path, key(key));
      }
      return passphrase.isEmpty()
          ? FileTokenStore.at(path)
          : FileTokenStore.at(path, passphrase.toCharArray());
    } catch (IllegalArgumentException e) {
      throw path.getFileName() == null ? noFile() : noKey();
    }
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value.strip();
  }

  private static Path path(String path) {
    if (path.isEmpty()) {
      throw noFile();
    }
    try {
      return Path.of(path.startsWith("file:") ? path.substring("file:".length()) : path);
    } catch (InvalidPathException e) {
      throw noFile();
    }
  }

  private static SecretKey key(String base64) {
    return new SecretKeySpec(Base64.getDecoder().decode(base64), "AES");
  }

  private static InvalidOAuthException noFile() {
    return new InvalidOAuthException(
        PREFIX + "path is no path of a file.",
        "Set one in the user's home directory, such as '${user.home}/.desk/tokens.json'.");
  }

  private static InvalidOAuthException noKey() {
    return new InvalidOAuthException(
        PREFIX + "key is no key for AES in Base64.",
        "Set 16, 24 or 32 random bytes, such as 'openssl rand -base64 32' gives them, or leave it"
            + " out.");
  }
}
