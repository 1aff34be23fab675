package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * The OAuth 2.0 clients that this application is registered as, by the names of their
 * registrations. A bean where Spring Security's OAuth 2.0 client is on the class path.
 */
public interface RegisteredClients {

  /**
   * Credentials for one server. Does no I/O.
   *
   * @param server the key below {@code mcp.client.servers}
   * @param registration whose token is sent: the current user's, or the application's own
   * @param background whose token is sent with what no user asked for; {@code null} for none
   * @throws IllegalArgumentException if it is known that there is no such registration, or that it
   *     cannot be meant
   */
  Credentials credentials(String server, String registration, @Nullable String background);
}
