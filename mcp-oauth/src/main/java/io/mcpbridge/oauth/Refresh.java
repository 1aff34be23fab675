package io.mcpbridge.oauth;

import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gets the next token with a refresh token (RFC 6749, section 6), which many an authorization
 * server takes once. Others who share the store may be faster: what they got is used instead.
 */
final class Refresh {

  /**
   * Refusals that a person can help with, by giving permission anew: they are wanted (OpenID
   * Connect Core 1.0, section 3.1.2.6), or a token with another key may do (RFC 9449, section 5).
   * The token may still be of use to others.
   */
  private static final Set<String> ANEW =
      Set.of("interaction_required", "login_required", "consent_required", "invalid_dpop_proof");

  private final TokenStore store;
  private final TokenKeeper keeper;
  private final TokenEndpoint endpoint;
  private final Registrations registrations;
  private final Clock clock;

  Refresh(
      TokenStore store,
      TokenKeeper keeper,
      TokenEndpoint endpoint,
      Registrations registrations,
      Clock clock) {
    this.store = store;
    this.keeper = keeper;
    this.endpoint = endpoint;
    this.registrations = registrations;
    this.clock = clock;
  }

  /** Whether it is time for the next one. */
  boolean isDue(OAuthToken token) {
    return token.expires() != null && !clock.instant().isBefore(token.expires());
  }

  /**
   * Whether it is of no use any more, as far as that is known: how long before its end the time
   * came depends on its life, and a short one may have ended a little earlier.
   */
  boolean hasEnded(OAuthToken token) {
    return isDue(token)
        && token.expires() != null
        && !clock.instant().isBefore(token.expires().plus(TokenEndpoint.AHEAD));
  }

  /**
   * The new tokens are stored before they are used, since the old refresh token is perhaps worth
   * nothing any more. What the store does not have any more is not renewed: that would sign in
   * again who signed out.
   *
   * @throws OAuthException if there is none, and that is not for the token's sake: the
   *     authorization server refuses the client
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away
   */
  Refreshed of(Standing old) {
    return store.exclusively(old.key(), endpoint.longest(), () -> renewed(old));
  }

  private Refreshed renewed(Standing old) {
    OAuthToken kept = keeper.find(old.key());
    if (kept == null || !kept.isUsable()) {
      return new Refreshed.Gone(); // signed out, here or elsewhere, or kept without its key
    }
    OAuthToken newer = kept.isSameAs(old.token()) ? null : kept;
    if (newer != null && !isDue(newer)) {
      return new Refreshed.Newer(newer);
    }
    OAuthToken last = newer == null ? old.token() : newer;
    String refreshToken = last.refreshToken();
    if (refreshToken == null) {
      return newer == null ? new Refreshed.Gone() : new Refreshed.Newer(newer);
    }
    OAuthToken given;
    try {
      given = given(old.target(), old.client(), last, refreshToken);
    } catch (OAuthException e) {
      return refused(old.key(), old.target(), old.client(), last, e);
    }
    OAuthToken now = keeper.keepInstead(old.with(given), last);
    if (now == null) {
      return new Refreshed.Gone(); // signed out meanwhile
    }
    return now.isSameAs(given) ? new Refreshed.Given(given) : new Refreshed.Newer(now);
  }

  private OAuthToken given(
      TokenFlow.Target target, ClientRegistration client, OAuthToken last, String refreshToken) {
    RefreshTokenGrant grant = new RefreshTokenGrant(new RefreshToken(refreshToken));
    ProofKey key = last.proofKey(); // RFC 9449, section 5: the refresh token may be bound, too
    TokenEndpoint.Wish wish =
        target.wish(Scopes.NONE, Scopes.of(last.requested()), key == null ? target.newKey() : key);
    return endpoint.get(target.issuedBy(), client, grant, wish).orKeeping(last);
  }

  /**
   * A wrong secret, a firewall in between or an unknown resource say nothing about the token.
   *
   * @throws OAuthException the refusal, unless it is one of the token or a person can help
   */
  private Refreshed refused(
      TokenKey key,
      TokenFlow.Target target,
      ClientRegistration client,
      OAuthToken last,
      OAuthException refusal) {
    String error = refusal.error() == null ? "" : refusal.error();
    boolean clientIsGone = error.equals("invalid_client") && madeItself(target, client);
    boolean worthNothing = error.equals("invalid_grant") || clientIsGone;
    if (!worthNothing && !ANEW.contains(error)) {
      throw refusal;
    }
    OAuthToken newer = otherThan(last, key); // of somebody who is not kept out by the store
    if (newer != null) {
      return new Refreshed.Newer(newer);
    }
    if (clientIsGone) {
      registrations.forget(target, client);
    }
    if (worthNothing) {
      store.remove(key);
    }
    return new Refreshed.Gone();
  }

  /** What the developer configured is theirs to mend. */
  private boolean madeItself(TokenFlow.Target target, ClientRegistration client) {
    StoredRegistration made = store.find(target.registrationKey());
    return made != null && made.clientId().equals(client.clientId());
  }

  private @Nullable OAuthToken otherThan(OAuthToken token, TokenKey key) {
    OAuthToken kept = store.find(key);
    return kept == null || kept.isSameAs(token) ? null : kept;
  }
}
