package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * The OAuth 2.0 client registrations of this application, by their ids. A bean if Spring Security's
 * OAuth 2.0 client is on the class path.
 */
public interface RegisteredClients {

  /**
   * Creates the credentials of one server. Does no I/O.
   *
   * @param registration registration whose token is sent: the current user's, or the application's
   *     own
   * @param background registration whose token is sent for requests without a user; {@code null}
   *     for none
   * @throws IllegalArgumentException if a registration is known to be missing or unsuitable
   */
  Credentials credentials(String registration, @Nullable String background);
}
