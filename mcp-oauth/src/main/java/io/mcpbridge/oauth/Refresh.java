package io.mcpbridge.oauth;

import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gets the next token with a refresh token (RFC 6749, section 6), which many an authorization
 * server takes once. Others who share the store may be faster: what they got is used instead.
 */
final class Refresh {

  private final TokenStore store;
  private final TokenEndpoint endpoint;
  private final Registrations registrations;
  private final Clock clock;

  Refresh(TokenStore store, TokenEndpoint endpoint, Registrations registrations, Clock clock) {
    this.store = store;
    this.endpoint = endpoint;
    this.registrations = registrations;
    this.clock = clock;
  }

  /**
   * What came of it.
   *
   * @param token to use now; {@code null} if there is none, and the old one is forgotten
   * @param given whether it was given just now, to us
   */
  record Outcome(@Nullable OAuthToken token, boolean given) {}

  /** Whether it is time for the next one. */
  boolean isDue(OAuthToken token) {
    return token.expires() != null && !clock.instant().isBefore(token.expires());
  }

  /**
   * The new tokens are stored before they are used, since the old refresh token is perhaps worth
   * nothing any more.
   *
   * @throws OAuthException if nobody can say, because the authorization server did not
   */
  Outcome of(TokenFlow.Target target, ClientRegistration client, OAuthToken old) {
    TokenKey key = target.tokenKey(client);
    return store.exclusively(key, () -> renewed(key, target, client, old));
  }

  private Outcome renewed(
      TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken old) {
    OAuthToken newer = otherThan(old, key);
    if (newer != null && !isDue(newer)) {
      return new Outcome(newer, false);
    }
    OAuthToken last = newer == null ? old : newer;
    String refreshToken = last.refreshToken();
    if (refreshToken == null) {
      return new Outcome(newer, false);
    }
    OAuthToken given;
    try {
      given = given(target, client, last, refreshToken);
    } catch (OAuthException e) {
      if (e.error() == null) {
        throw e;
      }
      return refused(key, target, client, last, e.error());
    }
    store.save(key, given);
    return new Outcome(given, true);
  }

  private OAuthToken given(
      TokenFlow.Target target, ClientRegistration client, OAuthToken last, String refreshToken) {
    RefreshTokenGrant grant = new RefreshTokenGrant(new RefreshToken(refreshToken));
    Scopes requested = Scopes.of(last.requested());
    return endpoint
        .get(target.issuedBy(), client, grant, target.wish(Scopes.NONE, requested))
        .orKeeping(last);
  }

  private Outcome refused(
      TokenKey key,
      TokenFlow.Target target,
      ClientRegistration client,
      OAuthToken last,
      String error) {
    OAuthToken newer = otherThan(last, key); // of somebody who is not kept out by the store
    if (newer != null) {
      return new Outcome(newer, false);
    }
    if (error.equals("invalid_client")) {
      registrations.forget(target, client);
    }
    store.remove(key);
    return new Outcome(null, false);
  }

  /** The times may have been rounded, and an access token may stay while the other is replaced. */
  private static boolean isSame(OAuthToken one, OAuthToken other) {
    return one.accessToken().equals(other.accessToken())
        && Objects.equals(one.refreshToken(), other.refreshToken());
  }

  private @Nullable OAuthToken otherThan(OAuthToken token, TokenKey key) {
    OAuthToken kept = store.find(key);
    return kept == null || isSame(kept, token) ? null : kept;
  }
}
