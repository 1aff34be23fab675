package io.mcpbridge.spring.security;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpAuthorizationException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends the access token of a client registration: that of the user on this thread or of the
 * application itself. Without a user, another registration of the application may be used.
 *
 * @param registration the client registration whose token is sent
 * @param background the client registration whose token is sent without a user; {@code null} for
 *     none
 */
record ClientRegistrationCredentials(
    AuthorizedTokens tokens, String registration, @Nullable String background)
    implements Credentials {

  /** Whether calls need a user. */
  boolean isOfUsers() {
    return !tokens.isOfApplication(registration);
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    TokenOwner owner = owner();
    if (owner == null && UserCalls.isOnThisThread()) {
      throw TokenFailures.userMissing();
    }
    return owner == null
        ? Map.of()
        : Map.of("Authorization", "Bearer " + tokens.token(owner, request.waitContext()));
  }

  /**
   * Replaces a refused token once.
   *
   * @throws McpAuthorizationException if there was no token; the message names the property to set
   */
  @Override
  public boolean renew(Challenge challenge) {
    TokenOwner owner = owner();
    if (challenge.status() != 401) {
      return false;
    }
    if (owner == null) {
      throw new McpAuthorizationException(
          "the server requires a token, but there is no current user: set"
              + " auth.background-registration to a registration for client_credentials");
    }
    String refused = Objects.requireNonNullElse(challenge.authorization(), "");
    return tokens.renew(owner, refused, challenge.waitContext());
  }

  @Override
  public @Nullable Object principal() {
    TokenOwner owner = owner();
    return owner == null ? "anonymous" : owner.key();
  }

  private @Nullable TokenOwner owner() {
    if (!isOfUsers()) {
      return TokenOwner.application(registration);
    }
    TokenOwner user = TokenOwner.current(registration);
    return user != null || background == null || UserCalls.isOnThisThread()
        ? user
        : TokenOwner.application(background);
  }
}
