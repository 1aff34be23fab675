package io.mcpbridge.oauth.internal.token;

import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.store.TokenStore;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refreshes a token (RFC 6749, section 6). Many authorization servers accept a refresh token once.
 * If another process that shares the store was faster, its token is used.
 */
public final class TokenRefresh {

  /**
   * Errors that new authorization can resolve: the user has to interact (OpenID Connect Core 1.0,
   * section 3.1.2.6), or a token with another key may be accepted (RFC 9449, section 5). The token
   * may still be usable for other processes.
   */
  private static final Set<String> REAUTHORIZE =
      Set.of("interaction_required", "login_required", "consent_required", "invalid_dpop_proof");

  private final TokenStore store;
  private final TokenPersistence persistence;
  private final TokenEndpoint endpoint;
  private final Registrations registrations;
  private final Clock clock;

  public TokenRefresh(
      TokenStore store,
      TokenPersistence persistence,
      TokenEndpoint endpoint,
      Registrations registrations,
      Clock clock) {
    this.store = store;
    this.persistence = persistence;
    this.endpoint = endpoint;
    this.registrations = registrations;
    this.clock = clock;
  }

  /** Whether to refresh the token. */
  public boolean isDue(OAuthToken token) {
    return token.expires() != null && !clock.instant().isBefore(token.expires());
  }

  /**
   * Whether the token has expired, as far as known: how long before its expiry a refresh is due
   * depends on its lifetime, and a short-lived one may have expired a little earlier.
   */
  public boolean hasEnded(OAuthToken token) {
    return isDue(token)
        && token.expires() != null
        && !clock.instant().isBefore(token.expires().plus(TokenEndpoint.REFRESH_BEFORE_EXPIRY));
  }

  /**
   * Refreshes a token. Stores the new tokens before they are used, since the old refresh token may
   * be invalid already. A token that is no longer in the store is not refreshed: the user has
   * signed out.
   *
   * @throws OAuthException if the failure is not due to the token: the authorization server refuses
   *     the client
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away
   */
  public RefreshResult refresh(CurrentToken old) {
    return store.exclusively(old.key(), endpoint.longest(), () -> refreshLocked(old));
  }

  private RefreshResult refreshLocked(CurrentToken old) {
    OAuthToken stored = persistence.find(old.key());
    if (stored == null || DPoPKey.isMissing(stored)) {
      return new RefreshResult
          .Invalidated(); // signed out, here or elsewhere, or stored without its key
    }
    OAuthToken newer = TokenPersistence.isSame(stored, old.token()) ? null : stored;
    if (newer != null && !isDue(newer)) {
      return new RefreshResult.UpdatedElsewhere(newer);
    }
    OAuthToken last = newer == null ? old.token() : newer;
    String refreshToken = last.refreshToken();
    if (refreshToken == null) {
      return newer == null
          ? new RefreshResult.Invalidated()
          : new RefreshResult.UpdatedElsewhere(newer);
    }
    OAuthToken issued;
    try {
      issued = requestToken(old.target(), old.client(), last, refreshToken);
    } catch (OAuthException e) {
      return handleRefusal(old.key(), old.target(), old.client(), last, e);
    }
    OAuthToken current = persistence.replace(old.withToken(issued), last);
    if (current == null) {
      return new RefreshResult.Invalidated(); // signed out meanwhile
    }
    return TokenPersistence.isSame(current, issued)
        ? new RefreshResult.Issued(issued)
        : new RefreshResult.UpdatedElsewhere(current);
  }

  private OAuthToken requestToken(
      TokenFlow.Target target, ClientRegistration client, OAuthToken last, String refreshToken) {
    RefreshTokenGrant grant = new RefreshTokenGrant(new RefreshToken(refreshToken));
    DPoPKey key = DPoPKey.of(last); // RFC 9449, section 5: the refresh token may be bound, too
    TokenEndpoint.TokenParameters tokenParameters =
        target.tokenParameters(
            Scopes.NONE, Scopes.of(last.requested()), key == null ? target.newKey() : key);
    return withRefreshToken(endpoint.get(target.issuedBy(), client, grant, tokenParameters), last);
  }

  /**
   * A wrong secret, a firewall or an unknown resource says nothing about the token.
   *
   * @throws OAuthException the refusal, unless it is due to the token or a user can resolve it
   */
  private RefreshResult handleRefusal(
      TokenKey key,
      TokenFlow.Target target,
      ClientRegistration client,
      OAuthToken last,
      OAuthException refusal) {
    String error = refusal.error() == null ? "" : refusal.error();
    boolean isClientGone = error.equals("invalid_client") && isSelfRegistered(target, client);
    boolean isTokenInvalid = error.equals("invalid_grant") || isClientGone;
    if (!isTokenInvalid && !REAUTHORIZE.contains(error)) {
      throw refusal;
    }
    OAuthToken newer = findNewer(last, key); // a process that the store's lock does not exclude
    if (newer != null) {
      return new RefreshResult.UpdatedElsewhere(newer);
    }
    if (isClientGone) {
      registrations.forget(target, client);
    }
    if (isTokenInvalid) {
      store.remove(key);
    }
    return new RefreshResult.Invalidated();
  }

  /** Only the developer can correct a configured client. */
  private boolean isSelfRegistered(TokenFlow.Target target, ClientRegistration client) {
    StoredRegistration stored = store.find(target.registrationKey());
    return stored != null && stored.clientId().equals(client.clientId());
  }

  private @Nullable OAuthToken findNewer(OAuthToken token, TokenKey key) {
    OAuthToken stored = store.find(key);
    return stored == null || TokenPersistence.isSame(stored, token) ? null : stored;
  }

  /** The result of a refresh, with the old refresh token if there is no new one. */
  private static OAuthToken withRefreshToken(OAuthToken token, OAuthToken old) {
    return token.refreshToken() != null
        ? token
        : new OAuthToken(
            token.accessToken(),
            token.type(),
            old.refreshToken(),
            token.expires(),
            token.requested(),
            token.granted(),
            token.dpopKey());
  }
}
