package io.mcpbridge.spring.security;

import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.concurrent.LruMap;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;

/**
 * Gets access tokens from Spring Security's authorized clients and refreshes them. The client store
 * may be shared with other instances of the application, so only newly issued tokens are written to
 * it.
 */
final class AuthorizedTokens {

  private static final Logger log = LoggerFactory.getLogger(AuthorizedTokens.class);

  /** Age below which a refused token is not replaced: a new one would be refused, too. */
  private static final Duration RECENT = Duration.ofMinutes(1);

  /**
   * Remaining lifetime with which a token is still used while it is refreshed in the background.
   */
  private static final Duration MIN_REMAINING = Duration.ofSeconds(10);

  /** Number of checks, and the pause between them, for a refresh by another instance. */
  private static final int MAX_CHECKS = 5;

  private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);
  private static final int MAX_USED_REFRESH_TOKENS = 10_000;

  /**
   * Remaining lifetime at which a token is refreshed in the background. Spring Security refreshes
   * within the last minute. The value is random, so that the instances of an application do not
   * refresh at the same moment: with single-use refresh tokens, the second use may revoke the grant
   * (RFC 9700, section 4.14.2).
   */
  private final Duration due = Duration.ofMillis(30_000 + new SecureRandom().nextInt(30_000));

  private final ClientRegistrationRepository registrations;
  private final OAuth2AuthorizedClientService clients;
  private final OAuth2AuthorizedClientManager manager;
  private final BiFunction<ClientRegistration, Authentication, String> names;
  private final Clock clock = Clock.systemUTC();

  /**
   * Refresh tokens that the authorization server has refused, whose access tokens are still valid:
   * they are not sent again.
   */
  private final LruMap<String, Boolean> usedRefreshTokens = new LruMap<>(MAX_USED_REFRESH_TOKENS);

  private final TokenRefreshes<@Nullable OAuth2AuthorizedClient> tokenRefreshes;

  /**
   * @param manager a manager that works outside of HTTP requests
   * @param names the name under which the manager stores a user's client
   */
  AuthorizedTokens(
      ClientRegistrationRepository registrations,
      OAuth2AuthorizedClientService clients,
      OAuth2AuthorizedClientManager manager,
      BiFunction<ClientRegistration, Authentication, String> names,
      TokenRefreshes<@Nullable OAuth2AuthorizedClient> tokenRefreshes) {
    this.registrations = registrations;
    this.clients = clients;
    this.manager = manager;
    this.names = names;
    this.tokenRefreshes = tokenRefreshes;
  }

  /**
   * Returns the access token; obtains or refreshes it if necessary.
   *
   * @param waitContext deadline of the request
   * @throws io.mcpbridge.error.McpHttpStatusException (401) if the user has to give permission
   *     first, or the authorization server refuses
   */
  String token(TokenOwner owner, WaitContext waitContext) {
    OAuth2AuthorizedClient client = load(owner);
    if (client != null && isValidFor(client, MIN_REMAINING)) {
      if (!isValidFor(client, due) && isRenewable(client) && !hasUsedRefreshToken(client)) {
        tokenRefreshes.begin(storageSlot(owner), () -> authorize(owner));
      }
      return client.getAccessToken().getTokenValue();
    }
    OAuth2AuthorizedClient renewed = awaitRenewed(owner, waitContext, () -> authorize(owner));
    if (renewed != null && isValidFor(renewed, Duration.ZERO)) {
      return renewed.getAccessToken().getTokenValue();
    }
    throw requiresUser(owner)
        ? TokenFailures.required(owner.registration(), null)
        : TokenFailures.unsupportedGrant(owner.registration());
  }

  /**
   * Whether the token is valid for longer than that. If the token response has no {@code
   * expires_in}, Spring Security sets a lifetime of one second; such a token is used until it is
   * refused.
   */
  private boolean isValidFor(OAuth2AuthorizedClient client, Duration time) {
    Instant issued = client.getAccessToken().getIssuedAt();
    Instant ends = client.getAccessToken().getExpiresAt();
    return ends == null
        || ends.isAfter(clock.instant().plus(time))
        || (issued != null && !ends.isAfter(issued.plusSeconds(1)));
  }

  private @Nullable OAuth2AuthorizedClient load(TokenOwner owner) {
    StorageSlot storageSlot = storageSlot(owner);
    return clients.loadAuthorizedClient(storageSlot.registration(), storageSlot.name());
  }

  /** Key of a stored token, and of its single flight. */
  private record StorageSlot(String registration, String name) {}

  private StorageSlot storageSlot(TokenOwner owner) {
    String registration = owner.registration();
    return new StorageSlot(
        registration, names.apply(clientRegistration(registration), owner.principal()));
  }

  /**
   * Replaces a refused token. A token that cannot be replaced without its user stays stored: other
   * servers and the rest of the application may still use it.
   *
   * @param authorization the {@code Authorization} header that was refused
   * @param waitContext deadline of the request that waits for the new token
   * @return whether there is another token now
   */
  boolean renew(TokenOwner owner, String authorization, WaitContext waitContext) {
    OAuth2AuthorizedClient client = load(owner);
    if (client == null || !isSame(client, authorization)) {
      return true; // replaced meanwhile, or signed out: the next attempt tells
    }
    if (!isOld(client) || !isRenewable(client)) {
      return false;
    }
    if (requiresUser(owner) && hasUsedRefreshToken(client)) {
      throw TokenFailures.required(owner.registration(), null);
    }
    return !isSame(
        awaitRenewed(owner, waitContext, () -> replace(owner, authorization)), authorization);
  }

  private static boolean isSame(@Nullable OAuth2AuthorizedClient client, String authorization) {
    return client != null
        && authorization.equals("Bearer " + client.getAccessToken().getTokenValue());
  }

  private boolean isOld(OAuth2AuthorizedClient client) {
    Instant issued = client.getAccessToken().getIssuedAt();
    return issued != null && !issued.isAfter(clock.instant().minus(RECENT));
  }

  private static boolean isRenewable(OAuth2AuthorizedClient client) {
    return client.getRefreshToken() != null || !requiresUser(client.getClientRegistration());
  }

  private @Nullable OAuth2AuthorizedClient awaitRenewed(
      TokenOwner owner, WaitContext waitContext, Supplier<@Nullable OAuth2AuthorizedClient> work) {
    String description =
        "an access token of the client registration \"" + owner.registration() + "\"";
    try {
      return tokenRefreshes.get(storageSlot(owner), waitContext, description, work);
    } catch (OAuth2AuthorizationException e) {
      throw TokenFailures.of(owner.registration(), requiresUser(owner), e);
    }
  }

  private @Nullable OAuth2AuthorizedClient authorize(TokenOwner owner) {
    return authorize(owner, load(owner));
  }

  private @Nullable OAuth2AuthorizedClient replace(TokenOwner owner, String authorization) {
    OAuth2AuthorizedClient client = load(owner);
    return client == null || !isSame(client, authorization)
        ? client
        : authorize(owner, expiredCopy(client, client.getRefreshToken()));
  }

  /**
   * A local copy that is expired; the stored client is not changed, since it may have been renewed
   * meanwhile.
   */
  private static OAuth2AuthorizedClient expiredCopy(
      OAuth2AuthorizedClient client, @Nullable OAuth2RefreshToken refreshToken) {
    OAuth2AccessToken token = client.getAccessToken();
    Instant issued = Objects.requireNonNullElse(token.getIssuedAt(), Instant.EPOCH);
    return new OAuth2AuthorizedClient(
        client.getClientRegistration(),
        client.getPrincipalName(),
        new OAuth2AccessToken(
            token.getTokenType(),
            token.getTokenValue(),
            issued,
            issued.plusMillis(1),
            token.getScopes()),
        refreshToken);
  }

  private @Nullable OAuth2AuthorizedClient authorize(
      TokenOwner owner, @Nullable OAuth2AuthorizedClient client) {
    try {
      return manager.authorize(
          (client == null
                  ? OAuth2AuthorizeRequest.withClientRegistrationId(owner.registration())
                  : OAuth2AuthorizeRequest.withAuthorizedClient(client))
              .principal(owner.principal())
              .build());
    } catch (OAuth2AuthorizationException e) {
      if (client == null || !TokenFailures.isInvalidGrant(e)) {
        throw e;
      }
      return afterRefusal(owner, client, e);
    }
  }

  /**
   * Handles {@code invalid_grant}: the refresh token expired, was revoked, or another instance has
   * used it. An access token that is still valid is used until it expires; a token that needs no
   * user is obtained again.
   */
  private @Nullable OAuth2AuthorizedClient afterRefusal(
      TokenOwner owner, OAuth2AuthorizedClient client, OAuth2AuthorizationException refusal) {
    OAuth2AuthorizedClient now = awaitReplacement(owner, client);
    if (now != null) {
      return now;
    }
    boolean requiresUser = requiresUser(client.getClientRegistration());
    OAuth2RefreshToken refreshToken = client.getRefreshToken();
    if (refreshToken != null && !hasUsedRefreshToken(client)) {
      usedRefreshTokens.put(refreshToken.getTokenValue(), true);
      if (requiresUser) {
        log.info(
            "The authorization server of the client registration \"{}\" no longer accepts the"
                + " refresh token of a user, who must grant access again",
            owner.registration());
      }
    }
    if (isValidFor(client, Duration.ZERO)) {
      return client;
    }
    if (!requiresUser && refreshToken != null) {
      return authorize(owner, expiredCopy(client, null));
    }
    if (requiresUser) {
      removeExpired(owner, client);
    }
    throw refusal;
  }

  private boolean hasUsedRefreshToken(OAuth2AuthorizedClient client) {
    OAuth2RefreshToken token = client.getRefreshToken();
    return token != null && usedRefreshTokens.get(token.getTokenValue()) != null;
  }

  /**
   * Removes the client, unless it was replaced meanwhile or its access token is still valid for
   * other servers.
   */
  private void removeExpired(TokenOwner owner, OAuth2AuthorizedClient client) {
    OAuth2AuthorizedClient now = load(owner);
    if (now != null
        && isSame(now, "Bearer " + client.getAccessToken().getTokenValue())
        && !isValidFor(now, Duration.ZERO)) {
      clients.removeAuthorizedClient(owner.registration(), storageSlot(owner).name());
    }
  }

  /** Checks repeatedly, since the instance that got the response has to save it first. */
  private @Nullable OAuth2AuthorizedClient awaitReplacement(
      TokenOwner owner, OAuth2AuthorizedClient client) {
    String used = "Bearer " + client.getAccessToken().getTokenValue();
    for (int checks = 1; ; checks++) {
      OAuth2AuthorizedClient now = load(owner);
      if (now == null || !isSame(now, used)) {
        return now;
      }
      if (checks == MAX_CHECKS) {
        return null;
      }
      try {
        Thread.sleep(CHECK_INTERVAL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }

  /** Whether a registration is for the application itself, not for users. */
  boolean isOfApplication(String registration) {
    return clientRegistration(registration)
        .getAuthorizationGrantType()
        .equals(AuthorizationGrantType.CLIENT_CREDENTIALS);
  }

  private boolean requiresUser(TokenOwner owner) {
    return requiresUser(clientRegistration(owner.registration()));
  }

  private static boolean requiresUser(ClientRegistration registration) {
    return registration
        .getAuthorizationGrantType()
        .equals(AuthorizationGrantType.AUTHORIZATION_CODE);
  }

  private ClientRegistration clientRegistration(String registration) {
    ClientRegistration clientRegistration = registrations.findByRegistrationId(registration);
    if (clientRegistration == null) {
      throw new McpException(
          "there is no client registration \""
              + registration
              + "\"; name one of spring.security.oauth2.client.registration");
    }
    return clientRegistration;
  }
}
