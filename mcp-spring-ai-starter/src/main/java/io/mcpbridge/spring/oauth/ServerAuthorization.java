package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.Credentials;
import java.net.URI;

/** Makes the credentials of servers that are made from properties. */
@FunctionalInterface
public interface ServerAuthorization {

  /**
   * The credentials of one server. Does no I/O but reading a key.
   *
   * @param server the key below {@code mcp.client.servers}
   * @throws InvalidOAuthException if the settings make no sense
   */
  Credentials credentials(String server, URI url, OAuthSettings settings);

  /**
   * Makes a server anew on this thread. The credentials that are asked for meanwhile become those
   * of the server when that is done; if it fails, the ones of before stay.
   */
  default void replacing(String server, Runnable change) {
    change.run();
  }

  /** There is no such server any more. */
  default void removed(String server) {}

  /** Whoever is on this thread asks for tools. Does no I/O, and never fails. */
  default void toolsWanted() {}
}
