package io.mcpbridge.spring.security;

import io.mcpbridge.auth.Patience;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
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
 * Access tokens as Spring Security keeps, gets and refreshes them. What it keeps may be shared with
 * other instances of the application, so nothing is written there but what was had.
 */
final class AuthorizedTokens {

  private static final Logger log = LoggerFactory.getLogger(AuthorizedTokens.class);

  /** A token that is refused so soon is not refused for its age: another would be, too. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  /** A token that has longer to go is used meanwhile. */
  private static final Duration ENOUGH = Duration.ofSeconds(10);

  /**
   * How often it is looked whether another instance has used a refresh token, and how long between.
   */
  private static final int LOOKS = 5;

  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * Spring Security renews a token that has no longer to go than a minute. When exactly is left to
   * chance, so that not all instances of an application do it at the same moment: where refresh
   * tokens are good for one use, the second one may cost the permission (RFC 9700, section 4.14.2).
   */
  private final Duration due = Duration.ofMillis(30_000 + new SecureRandom().nextInt(30_000));

  private final ClientRegistrationRepository registrations;
  private final OAuth2AuthorizedClientService clients;
  private final OAuth2AuthorizedClientManager manager;
  private final BiFunction<ClientRegistration, Authentication, String> names;
  private final Clock clock = Clock.systemUTC();
  private final SpentTokens spent = new SpentTokens();
  private final Renewals<@Nullable OAuth2AuthorizedClient> renewals;

  /**
   * @param manager one that works outside of requests
   * @param names under which name that one keeps what is a user's
   */
  AuthorizedTokens(
      ClientRegistrationRepository registrations,
      OAuth2AuthorizedClientService clients,
      OAuth2AuthorizedClientManager manager,
      BiFunction<ClientRegistration, Authentication, String> names,
      Renewals<@Nullable OAuth2AuthorizedClient> renewals) {
    this.registrations = registrations;
    this.clients = clients;
    this.manager = manager;
    this.names = names;
    this.renewals = renewals;
  }

  /**
   * The access token, had or refreshed if need be.
   *
   * @param patience how long the request waits for one
   * @throws McpHttpStatusException (401) if the user has to give permission first, or the
   *     authorization server refuses
   */
  String token(TokenOwner owner, Patience patience) {
    OAuth2AuthorizedClient kept = kept(owner);
    if (kept != null && lasts(kept, ENOUGH)) {
      if (!lasts(kept, due) && isRenewable(kept) && !spent.hasThatOf(kept)) {
        renewals.begin(place(owner), () -> authorized(owner));
      }
      return kept.getAccessToken().getTokenValue();
    }
    OAuth2AuthorizedClient had = had(owner, patience, () -> authorized(owner));
    if (had != null && lasts(had, Duration.ZERO)) {
      return had.getAccessToken().getTokenValue();
    }
    throw takesTheUser(owner)
        ? TokenFailures.required(owner.registration(), null)
        : TokenFailures.nothingToGetItWith(owner.registration());
  }

  /**
   * Whether its token has longer to go. Where the authorization server does not say when it ends,
   * Spring Security says that it does after a second; such a one is good until it is refused.
   */
  private boolean lasts(OAuth2AuthorizedClient client, Duration time) {
    Instant issued = client.getAccessToken().getIssuedAt();
    Instant ends = client.getAccessToken().getExpiresAt();
    return ends == null
        || ends.isAfter(clock.instant().plus(time))
        || (issued != null && !ends.isAfter(issued.plusSeconds(1)));
  }

  private @Nullable OAuth2AuthorizedClient kept(TokenOwner owner) {
    Place place = place(owner);
    return clients.loadAuthorizedClient(place.registration(), place.name());
  }

  /** Where a token is kept; one at a time is renewed there. */
  private record Place(String registration, String name) {}

  private Place place(TokenOwner owner) {
    String registration = owner.registration();
    return new Place(registration, names.apply(known(registration), owner.principal()));
  }

  /**
   * Takes note that a token was refused, and has it renewed. One that cannot be replaced without
   * its user stays: it is good for other servers, and for the rest of the application.
   *
   * @param authorization the header that it was in
   * @param patience how long the request waits for another one
   * @return whether there is another one now
   */
  boolean renew(TokenOwner owner, String authorization, Patience patience) {
    OAuth2AuthorizedClient kept = kept(owner);
    if (kept == null || !isSame(kept, authorization)) {
      return true; // somebody else has had it renewed, or is signed out: the next attempt says so
    }
    if (!isOld(kept) || !isRenewable(kept)) {
      return false;
    }
    if (takesTheUser(owner) && spent.hasThatOf(kept)) {
      throw TokenFailures.required(owner.registration(), null);
    }
    return !isSame(had(owner, patience, () -> replaced(owner, authorization)), authorization);
  }

  private static boolean isSame(@Nullable OAuth2AuthorizedClient client, String authorization) {
    return client != null
        && authorization.equals("Bearer " + client.getAccessToken().getTokenValue());
  }

  private boolean isOld(OAuth2AuthorizedClient client) {
    Instant issued = client.getAccessToken().getIssuedAt();
    return issued != null && !issued.isAfter(clock.instant().minus(FRESH));
  }

  private static boolean isRenewable(OAuth2AuthorizedClient client) {
    return client.getRefreshToken() != null || !takesTheUser(client.getClientRegistration());
  }

  private @Nullable OAuth2AuthorizedClient had(
      TokenOwner owner, Patience patience, Supplier<@Nullable OAuth2AuthorizedClient> work) {
    String what = "an access token of the client registration \"" + owner.registration() + "\"";
    try {
      return renewals.get(place(owner), patience, what, work);
    } catch (OAuth2AuthorizationException e) {
      throw TokenFailures.of(owner.registration(), takesTheUser(owner), e);
    }
  }

  private @Nullable OAuth2AuthorizedClient authorized(TokenOwner owner) {
    return authorized(owner, kept(owner));
  }

  private @Nullable OAuth2AuthorizedClient replaced(TokenOwner owner, String authorization) {
    OAuth2AuthorizedClient kept = kept(owner);
    return kept == null || !isSame(kept, authorization)
        ? kept
        : authorized(owner, ended(kept, kept.getRefreshToken()));
  }

  /** In this thread's hands only: others may have renewed what is kept meanwhile. */
  private static OAuth2AuthorizedClient ended(
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

  private @Nullable OAuth2AuthorizedClient authorized(
      TokenOwner owner, @Nullable OAuth2AuthorizedClient known) {
    try {
      return manager.authorize(
          (known == null
                  ? OAuth2AuthorizeRequest.withClientRegistrationId(owner.registration())
                  : OAuth2AuthorizeRequest.withAuthorizedClient(known))
              .principal(owner.principal())
              .build());
    } catch (OAuth2AuthorizationException e) {
      if (known == null || !TokenFailures.isInvalidGrant(e)) {
        throw e;
      }
      return afterRefusal(owner, known, e);
    }
  }

  /**
   * What it was to be had with has ended, was taken back, or another instance has used it
   * meanwhile. A token that is good still is used to its end, and what is no user's permission is
   * had anew.
   */
  private @Nullable OAuth2AuthorizedClient afterRefusal(
      TokenOwner owner, OAuth2AuthorizedClient known, OAuth2AuthorizationException refusal) {
    OAuth2AuthorizedClient now = keptByOthers(owner, known);
    if (now != null) {
      return now;
    }
    boolean takesTheUser = takesTheUser(known.getClientRegistration());
    if (spent.add(known) && takesTheUser) {
      log.info(
          "The authorization server of the client registration \"{}\" takes the refresh token of a"
              + " user no more; they are asked for permission again",
          owner.registration());
    }
    if (lasts(known, Duration.ZERO)) {
      return known;
    }
    if (!takesTheUser && known.getRefreshToken() != null) {
      return authorized(owner, ended(known, null));
    }
    if (takesTheUser) {
      removeEnded(owner, known);
    }
    throw refusal;
  }

  /** Unless there is another one by now, or a server has refused it that others still take. */
  private void removeEnded(TokenOwner owner, OAuth2AuthorizedClient known) {
    OAuth2AuthorizedClient now = kept(owner);
    if (now != null
        && isSame(now, "Bearer " + known.getAccessToken().getTokenValue())
        && !lasts(now, Duration.ZERO)) {
      clients.removeAuthorizedClient(owner.registration(), place(owner).name());
    }
  }

  /** Looks a few times: who has had the answer at the same moment has to save it first. */
  private @Nullable OAuth2AuthorizedClient keptByOthers(
      TokenOwner owner, OAuth2AuthorizedClient known) {
    String used = "Bearer " + known.getAccessToken().getTokenValue();
    for (int looks = 1; ; looks++) {
      OAuth2AuthorizedClient now = kept(owner);
      if (now == null || !isSame(now, used)) {
        return now;
      }
      if (looks == LOOKS) {
        return null;
      }
      try {
        Thread.sleep(PAUSE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }

  /** Whether a registration is for the application itself, and for no user. */
  boolean isOfApplication(String registration) {
    return known(registration)
        .getAuthorizationGrantType()
        .equals(AuthorizationGrantType.CLIENT_CREDENTIALS);
  }

  private boolean takesTheUser(TokenOwner owner) {
    return takesTheUser(known(owner.registration()));
  }

  private static boolean takesTheUser(ClientRegistration registration) {
    return registration
        .getAuthorizationGrantType()
        .equals(AuthorizationGrantType.AUTHORIZATION_CODE);
  }

  private ClientRegistration known(String registration) {
    ClientRegistration known = registrations.findByRegistrationId(registration);
    if (known == null) {
      throw new McpException(
          "there is no client registration \""
              + registration
              + "\"; name one of spring.security.oauth2.client.registration");
    }
    return known;
  }
}
