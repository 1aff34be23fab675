package io.mcpbridge.spring.security;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;

/** Access tokens as Spring Security keeps, gets and refreshes them. */
final class AuthorizedTokens {

  /** A token that is refused so soon is not refused for its age: another would be, too. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final ClientRegistrationRepository registrations;
  private final OAuth2AuthorizedClientService clients;
  private final OAuth2AuthorizedClientManager manager;
  private final Clock clock = Clock.systemUTC();
  private final Turns turns = new Turns();

  /**
   * @param manager one that works outside of requests
   */
  AuthorizedTokens(
      ClientRegistrationRepository registrations,
      OAuth2AuthorizedClientService clients,
      OAuth2AuthorizedClientManager manager) {
    this.registrations = registrations;
    this.clients = clients;
    this.manager = manager;
  }

  /**
   * The access token, had or refreshed if need be.
   *
   * @throws McpHttpStatusException (401) if the user has to give permission first, or the
   *     authorization server refuses
   */
  String token(TokenOwner owner) {
    return turns.during(owner.key(), () -> authorized(owner)).getTokenValue();
  }

  private OAuth2AccessToken authorized(TokenOwner owner) {
    OAuth2AuthorizedClient client;
    try {
      client =
          manager.authorize(
              OAuth2AuthorizeRequest.withClientRegistrationId(owner.registration())
                  .principal(owner.principal())
                  .build());
    } catch (ClientAuthorizationRequiredException e) {
      throw required(owner, e);
    } catch (OAuth2AuthorizationException e) {
      if (isOfTheWay(e)) {
        throw unreachable(owner, e);
      }
      throw unauthorized(
          "no access token by the client registration \""
              + owner.registration()
              + "\": "
              + e.getError().getErrorCode(),
          e);
    }
    if (client == null) {
      throw new McpException(
          "no access token: nothing gets one for the kind of grant of the client registration \""
              + owner.registration()
              + "\"; add an OAuth2AuthorizedClientProvider for it");
    }
    OAuth2AccessToken token = client.getAccessToken();
    Instant ends = token.getExpiresAt();
    if (ends != null && !ends.isAfter(clock.instant())) { // and nothing to refresh it with
      throw required(owner, new ClientAuthorizationRequiredException(owner.registration()));
    }
    return token;
  }

  /**
   * Takes note that a token was refused. One that cannot be replaced without its user stays: it is
   * good for other servers, and for the rest of the application.
   *
   * @param authorization the header that it was in
   * @return whether there may be another one now
   */
  boolean renew(TokenOwner owner, String authorization) {
    return turns.during(owner.key(), () -> isRenewable(owner, authorization));
  }

  private boolean isRenewable(TokenOwner owner, String authorization) {
    OAuth2AuthorizedClient client =
        clients.loadAuthorizedClient(owner.registration(), owner.name());
    if (client == null) {
      return true; // signed out meanwhile: the next attempt says so
    }
    OAuth2AccessToken token = client.getAccessToken();
    if (!authorization.equals("Bearer " + token.getTokenValue())) {
      return true; // somebody else has had it renewed
    }
    Instant issued = token.getIssuedAt();
    if (issued == null || issued.isAfter(clock.instant().minus(FRESH))) {
      return false;
    }
    if (client.getRefreshToken() == null && takesTheUser(client.getClientRegistration())) {
      return false;
    }
    OAuth2AccessToken ended =
        new OAuth2AccessToken(
            token.getTokenType(),
            token.getTokenValue(),
            issued,
            issued.plusMillis(1),
            token.getScopes());
    clients.saveAuthorizedClient(
        new OAuth2AuthorizedClient(
            client.getClientRegistration(), owner.name(), ended, client.getRefreshToken()),
        owner.principal());
    return true;
  }

  /** Whether a registration is for the application itself, and for no user. */
  boolean isOfApplication(String registration) {
    ClientRegistration known = registrations.findByRegistrationId(registration);
    if (known == null) {
      throw new McpException(
          "there is no client registration \""
              + registration
              + "\"; name one of spring.security.oauth2.client.registration");
    }
    return known.getAuthorizationGrantType().equals(AuthorizationGrantType.CLIENT_CREDENTIALS);
  }

  private static boolean takesTheUser(ClientRegistration registration) {
    return registration
        .getAuthorizationGrantType()
        .equals(AuthorizationGrantType.AUTHORIZATION_CODE);
  }

  private static boolean isOfTheWay(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 10; depth++) {
      if (cause instanceof IOException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Says nothing of the MCP server, which is there for whoever has a token. */
  private static McpException unreachable(TokenOwner owner, Throwable cause) {
    McpException failure =
        new McpUnavailableException(
            "no access token: the authorization server of the client registration \""
                + owner.registration()
                + "\" could not be reached",
            null);
    failure.initCause(cause);
    return failure;
  }

  private static McpException required(
      TokenOwner owner, ClientAuthorizationRequiredException cause) {
    return unauthorized(
        "the user has not authorized the client registration \""
            + owner.registration()
            + "\", or not for as long; send them to /oauth2/authorization/"
            + owner.registration(),
        cause);
  }

  /** With the cause, by which Spring Security sends the user to the authorization server. */
  private static McpException unauthorized(String message, @Nullable Throwable cause) {
    McpException failure = new McpHttpStatusException(message, 401, null, null);
    failure.initCause(cause);
    failure.beforeSending();
    return failure;
  }

  /** What is to be had only in the name of a user, where there is none. */
  static McpException nobody() {
    return unauthorized(
        "nobody is signed in on this thread, and client-registration sends the token of a user:"
            + " ask for the tools, or call, where the SecurityContext is, or within"
            + " InNameOf.user(...)",
        null);
  }
}
