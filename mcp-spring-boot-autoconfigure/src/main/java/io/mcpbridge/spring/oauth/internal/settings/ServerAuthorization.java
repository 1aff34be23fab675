package io.mcpbridge.spring.oauth.internal.settings;

import io.mcpbridge.auth.Credentials;
import java.net.URI;

/** Creates the credentials of servers that are configured by properties. */
@FunctionalInterface
public interface ServerAuthorization {

  /**
   * Creates the credentials of one server. Does no I/O except reading a key.
   *
   * @param server the key below {@code mcp.client.servers}
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     settings are invalid
   */
  Credentials credentials(String server, URI url, OAuthSettings settings);

  /**
   * Whether a user could log in with these settings: always on a desktop; in a web application only
   * with a redirect URI or a shared token.
   */
  default boolean canLogIn(OAuthSettings settings) {
    return true;
  }

  /**
   * Replaces a server on this thread. Credentials created meanwhile take effect when {@code change}
   * returns; if it throws, the previous ones stay.
   */
  default void replacing(String server, Runnable change) {
    change.run();
  }

  /** Called when a server was removed. */
  default void removed(String server) {}

  /** Called when the user on this thread asks for tools. Does no I/O, never throws. */
  default void lookUpStoredTokens() {}
}
