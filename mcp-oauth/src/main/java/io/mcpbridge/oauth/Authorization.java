package io.mcpbridge.oauth;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.internal.discovery.AuthChallenge;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.token.CurrentToken;
import io.mcpbridge.oauth.internal.token.DPoPKey;
import io.mcpbridge.oauth.internal.token.RefreshResult;
import io.mcpbridge.oauth.internal.token.TokenFlow;
import io.mcpbridge.oauth.internal.token.TokenPersistence;
import io.mcpbridge.oauth.internal.token.TokenRefresh;
import io.mcpbridge.oauth.store.TokenStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides how to get a token for one principal and one server: from the store, by a refresh, or by
 * new authorization. Its {@link PrincipalToken} makes sure that one thread at a time changes the
 * token, and one asks for permission.
 */
final class Authorization {

  /** Pause after a failed early refresh, in which the current token is used as it is. */
  private static final Duration RENEWAL_RETRY_DELAY = Duration.ofSeconds(10);

  private final PrincipalToken.Shared shared;
  private final String principal;
  private final StepUpLimiter stepUpLimiter;
  private final AuthorizationBackoff backoff;
  private final TokenPersistence persistence;
  private final TokenRefresh tokenRefresh;
  private volatile @Nullable CurrentToken currentToken;
  private volatile @Nullable Instant lastRenewalFailure;

  Authorization(PrincipalToken.Shared shared, String principal) {
    this.shared = shared;
    this.principal = principal;
    this.stepUpLimiter = new StepUpLimiter(shared.clock());
    this.backoff = new AuthorizationBackoff(shared.clock());
    this.persistence = new TokenPersistence(shared.store());
    this.tokenRefresh =
        new TokenRefresh(
            shared.store(), persistence, shared.endpoint(), shared.registrations(), shared.clock());
  }

  /** The current token; called on any thread. */
  @Nullable CurrentToken currentToken() {
    return currentToken;
  }

  /** Whether to refresh the token before the server refuses it; called on any thread. */
  boolean isToRenewAhead(CurrentToken now) {
    if (!tokenRefresh.isDue(now.token()) || now.token().refreshToken() == null) {
      return false;
    }
    Instant failureTime = lastRenewalFailure;
    Instant time = shared.clock().instant(); // which may have been set back
    return failureTime == null
        || time.isBefore(failureTime)
        || !time.isBefore(failureTime.plus(RENEWAL_RETRY_DELAY));
  }

  /** Whether the token has expired; until then it can still be used. */
  boolean hasEnded(CurrentToken now) {
    return tokenRefresh.hasEnded(now.token());
  }

  /**
   * Ignores failures: if the authorization server or the store is away, the token remains valid for
   * its last seconds.
   */
  void renewAhead(CurrentToken now) {
    try {
      refresh(now);
    } catch (RuntimeException e) {
      // the server will refuse the expired token, and that refusal reports the reason
    }
  }

  /**
   * Step-up: requests the scopes of the current token plus the new ones (a refresh cannot add any).
   */
  Decision stepUp(CurrentToken now, AuthChallenge challenge, boolean mayAsk) {
    Scopes required = shared.scopes().select(now.target(), challenge);
    if (!mayAsk || Scopes.of(now.token().granted()).containsAll(required)) {
      return new Decision.Resolved(false);
    }
    Scopes all =
        Scopes.of(now.token().requested())
            .and(shared.scopes().withOfflineAccess(now.target(), required));
    return new Decision.Authorize(now.target(), all, required);
  }

  /**
   * Where the last attempt failed and would fail again; called on the thread of the request. Skips
   * discovery then. An attempt that could succeed starts from the server's challenge.
   */
  TokenFlow.@Nullable Target failedTarget() {
    return backoff.isPaused() ? backoff.failedTarget(shared.flow().basis()) : null;
  }

  /**
   * Uses a stored token, or refreshes it.
   *
   * @param refused the {@code Authorization} that was refused, if any
   * @param mayAsk whether the user may be asked
   * @param failedTarget the known target of the last failure ({@link #failedTarget})
   */
  Decision authorize(
      AuthChallenge challenge,
      @Nullable String refused,
      boolean mayAsk,
      TokenFlow.@Nullable Target failedTarget) {
    TokenFlow.Target target = failedTarget == null ? target(challenge) : failedTarget;
    Scopes scopes =
        shared.scopes().withOfflineAccess(target, shared.scopes().select(target, challenge));
    CurrentToken storedToken = findStored(target);
    if (storedToken != null && !DPoPKey.isMissing(storedToken.token())) {
      if (!storedToken.header().equals(refused)) {
        currentToken = storedToken;
        backoff.reset();
        return new Decision.Resolved(true);
      }
      if (!tokenRefresh.isDue(storedToken.token())) {
        requireNotJustGranted(storedToken);
      }
      if (!backoff.isJustRefreshed(storedToken.key()) && refresh(storedToken)) {
        return new Decision.Resolved(true);
      }
      scopes = Scopes.of(storedToken.token().requested()).and(scopes);
    } else {
      stepUpLimiter.forget();
    }
    return mayAsk ? new Decision.Authorize(target, scopes, null) : new Decision.Resolved(false);
  }

  private TokenFlow.Target target(AuthChallenge challenge) {
    Discovery.DiscoveredServer discoveredServer =
        shared.discovery().find(shared.server(), challenge);
    boolean bound = challenge.scheme().equals("dpop") || discoveredServer.wantsBoundTokens();
    return new TokenFlow.Target(shared.server(), principal, discoveredServer, bound);
  }

  /** A token stored by an earlier run or another instance. */
  private @Nullable CurrentToken findStored(TokenFlow.Target target) {
    ClientRegistration client = shared.registrations().findClient(target);
    OAuthToken token = client == null ? null : persistence.find(target.tokenKey(client));
    return client == null || token == null ? null : CurrentToken.of(target, client, token);
  }

  private void requireNotJustGranted(CurrentToken refused) {
    if (backoff.isJustGranted(refused.key())) {
      throw new OAuthException(
          shared.server().getHost()
              + " rejects the token that the authorization server "
              + refused.target().issuedBy().host()
              + " just issued for it");
    }
  }

  /** Whether the same step-up has not failed recently. */
  boolean isWorthAsking(Decision.Authorize authorize) {
    return authorize.stepUpScopes() == null
        || stepUpLimiter.isWorthTrying(authorize.stepUpScopes());
  }

  /**
   * Prepares to get permission by the flow, which may ask a user; called on the thread of the
   * request.
   *
   * @param isSignedIn false once the user has signed out; the failure is then not recorded
   * @return gets the token
   * @throws OAuthException if the pause after a failure has not elapsed
   */
  Supplier<TokenFlow.Granted> prepare(Decision.Authorize authorize, BooleanSupplier isSignedIn) {
    TokenFlow flow = shared.flow();
    try {
      String basis = flow.basis();
      backoff.requireNoPause(basis);
      Supplier<TokenFlow.Granted> permission = flow.prepare(authorize.target(), authorize.scopes());
      return () -> requestGrant(authorize, basis, permission, isSignedIn);
    } catch (RuntimeException e) {
      removeAttempt(authorize);
      throw e;
    }
  }

  private TokenFlow.Granted requestGrant(
      Decision.Authorize authorize,
      @Nullable String basis,
      Supplier<TokenFlow.Granted> permission,
      BooleanSupplier isSignedIn) {
    try {
      return permission.get();
    } catch (OAuthException e) {
      if (e.isLasting() && isSignedIn.getAsBoolean()) {
        backoff.recordFailure(e, shared.flow().retryCooldown(), authorize.target(), basis);
      } else {
        removeAttempt(authorize); // the user has not decided; the page must be requested again
      }
      throw e;
    } catch (RuntimeException undecided) {
      removeAttempt(authorize);
      throw undecided;
    }
  }

  private void removeAttempt(Decision.Authorize authorize) {
    if (authorize.stepUpScopes() != null) {
      stepUpLimiter.removeAttempt(authorize.stepUpScopes());
    }
  }

  /** Ends the pause after a failure: the user says that they are available. */
  void askAgain() {
    backoff.endPause();
  }

  /** Uses this token from now on. */
  void use(TokenFlow.Target target, TokenFlow.Granted granted) {
    CurrentToken newToken = CurrentToken.of(target, granted.client(), granted.token());
    // before it is stored: if that fails, the user must not be asked again
    persistence.recordGranted(newToken);
    try {
      shared
          .store()
          .exclusively(
              newToken.key(),
              shared.endpoint().longest(),
              () -> {
                persistence.find(newToken.key()); // saves it before a refresh can save the old one
                return true;
              });
    } catch (McpUnavailableException locked) {
      persistence.find(newToken.key()); // saves it, too: a concurrent refresh finds it and keeps it
    }
    currentToken = newToken;
    backoff.recordGranted(newToken.key());
  }

  /**
   * @return whether there is another token; if not, new authorization is needed
   * @throws OAuthException if the refresh failed for a reason other than the token
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away
   */
  private boolean refresh(CurrentToken now) {
    if (now.token().refreshToken() == null) {
      return false;
    }
    RefreshResult refreshResult;
    try {
      refreshResult = tokenRefresh.refresh(now);
    } catch (RuntimeException e) { // the store may throw anything
      lastRenewalFailure = shared.clock().instant();
      throw e;
    }
    if (refreshResult instanceof RefreshResult.Issued issued) {
      currentToken = now.withToken(issued.token());
      backoff.recordRefreshed(now.key());
      return true;
    }
    currentToken =
        refreshResult instanceof RefreshResult.UpdatedElsewhere updatedElsewhere
            ? now.withToken(updatedElsewhere.token())
            : null;
    return currentToken != null;
  }

  /**
   * Drops the current token and removes it from the store.
   *
   * @param last the challenge of the server's last refusal, of any principal, if there was one
   * @return the newest token, which another process that shares the store may have got; {@code
   *     null} if there was none
   */
  @Nullable CurrentToken removeToken(@Nullable AuthChallenge last) {
    CurrentToken unsaved = persistence.takeUnsaved();
    CurrentToken lastUsed = currentToken == null ? unsaved : currentToken;
    CurrentToken now = lastUsed == null ? findStoredBy(last) : lastUsed;
    currentToken = null;
    backoff.forget();
    if (now == null) {
      return null;
    }
    try {
      return shared
          .store()
          .exclusively(now.key(), shared.endpoint().longest(), () -> remove(now, unsaved));
    } catch (McpUnavailableException locked) {
      return remove(now, unsaved); // a concurrent refresh finds it removed
    }
  }

  private CurrentToken remove(CurrentToken now, @Nullable CurrentToken unsaved) {
    TokenStore store = shared.store();
    OAuthToken newest = store.find(now.key());
    store.remove(now.key());
    if (unsaved != null && unsaved.key().equals(now.key())) {
      return unsaved;
    }
    return newest == null ? now : now.withToken(newest);
  }

  private @Nullable CurrentToken findStoredBy(@Nullable AuthChallenge last) {
    TokenFlow.Target target = target(last == null ? AuthChallenge.of(List.of()) : last);
    if (last == null && target.discoveredServer().resource() == null) {
      // the next challenge may name the metadata; a guess would bind the client to the wrong issuer
      throw new OAuthException(
          "it is unknown whether a token is stored for "
              + shared.server().getHost()
              + ": its protected-resource metadata is at no well-known location, and no"
              + " rejected request has named the location; sign out again after a request to it");
    }
    return findStored(target);
  }
}
