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

  /** Whoever is on this thread asks for tools. Does no I/O, and never fails. */
  default void toolsWanted() {}
}
