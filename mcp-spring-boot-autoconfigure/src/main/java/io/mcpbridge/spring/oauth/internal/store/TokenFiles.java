package io.mcpbridge.spring.oauth.internal.store;

import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Creates the token store of {@code mcp.client.oauth.token-file}. */
public final class TokenFiles {

  private TokenFiles() {}

  /**
   * Creates the store. Does no I/O.
   *
   * @throws InvalidMcpConfigurationException if the settings are invalid
   */
  public static FileTokenStore of(McpOAuthWebProperties.TokenFile properties) {
    Path path = path(text(properties.path()));
    try {
      return FileTokenStore.of(path);
    } catch (IllegalArgumentException e) {
      throw noFile();
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

  private static InvalidMcpConfigurationException noFile() {
    return new InvalidMcpConfigurationException(
        "mcp.client.oauth.token-file.path is not a file path.",
        "Set one in the user's home directory, such as '${user.home}/.desk/tokens.json'.");
  }
}
