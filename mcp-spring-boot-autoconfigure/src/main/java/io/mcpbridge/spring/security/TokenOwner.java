package io.mcpbridge.spring.security;

import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

/**
 * The owner of a token, and the client registration it belongs to.
 *
 * @param registration id of the client registration
 * @param principal the user, or the application
 * @param isUser whether the owner is a user
 */
record TokenOwner(String registration, Authentication principal, boolean isUser) {

  /** Principal of the application's own tokens. */
  private static final Authentication APPLICATION =
      UsernamePasswordAuthenticationToken.authenticated("mcp-client", null, java.util.List.of());

  static TokenOwner application(String registration) {
    return new TokenOwner(registration, APPLICATION, false);
  }

  /** The user on this thread as owner; {@code null} if there is none. */
  static @Nullable TokenOwner current(String registration) {
    Authentication user = SignedInUser.user();
    return user == null ? null : new TokenOwner(registration, user, true);
  }

  /** Identifies the principal at the MCP server. */
  record Key(String registration, String name, boolean isUser) {}

  Key key() {
    return new Key(registration, SignedInUser.nameOf(principal), isUser);
  }
}
