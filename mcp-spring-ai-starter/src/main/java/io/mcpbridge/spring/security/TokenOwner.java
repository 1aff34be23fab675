package io.mcpbridge.spring.security;

import io.mcpbridge.spring.oauth.SignedIn;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

/**
 * Whose token, by which registration.
 *
 * @param registration the name of the client registration
 * @param principal the user, or the application
 * @param isUser whether it is a user
 */
record TokenOwner(String registration, Authentication principal, boolean isUser) {

  /** The application has its tokens under this name. */
  private static final Authentication APPLICATION =
      UsernamePasswordAuthenticationToken.authenticated("mcp-client", null, java.util.List.of());

  static TokenOwner application(String registration) {
    return new TokenOwner(registration, APPLICATION, false);
  }

  /** Of the user on this thread; {@code null} if there is none. */
  static @Nullable TokenOwner current(String registration) {
    Authentication user = SignedIn.user();
    return user == null ? null : new TokenOwner(registration, user, true);
  }

  /** Who it is, in the eyes of the server. */
  record Key(String registration, String name, boolean isUser) {}

  Key key() {
    return new Key(registration, SignedIn.nameOf(principal), isUser);
  }
}
