package io.mcpbridge.spring.security;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpHttpStatusException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The access token of a client registration: that of the user on this thread, of the application
 * itself, or, where nobody is, of the application by another registration.
 *
 * @param registration whose token is sent
 * @param background whose token is sent where no user is; {@code null} for none
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
      throw TokenFailures.nobody();
    }
    return owner == null
        ? Map.of()
        : Map.of("Authorization", "Bearer " + tokens.token(owner, request.patience()));
  }

  /**
   * A token that was refused is had anew, once.
   *
   * @throws McpHttpStatusException if there was none, with what to change
   */
  @Override
  public boolean renew(Challenge challenge) {
    TokenOwner owner = owner();
    if (challenge.status() != 401) {
      return false;
    }
    if (owner == null) {
      throw new McpHttpStatusException(
          "the server wants a token, and no user is asking: name a registration for"
              + " client_credentials in background-registration",
          challenge.status(),
          null,
          null);
    }
    String refused = Objects.requireNonNullElse(challenge.authorization(), "");
    return tokens.renew(owner, refused, challenge.patience());
  }

  @Override
  public @Nullable Object principal() {
    TokenOwner owner = owner();
    return owner == null ? "nobody" : owner.key();
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
