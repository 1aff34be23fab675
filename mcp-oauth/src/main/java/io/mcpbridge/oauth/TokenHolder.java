package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The token of one principal for one server. Whoever has it refused, or finds that it ends, waits
 * here for the one who gets another: a refresh token is used once, and a person is asked once.
 */
final class TokenHolder {

  /** What all holders of one server share. */
  record Shared(
      URI server,
      TokenStore store,
      Discovery discovery,
      Registrations registrations,
      TokenEndpoint endpoint,
      TokenFlow flow,
      ScopeSelection scopes,
      Clock clock,
      Duration patience) {}

  /** For which key, at whom and as whom the token was had that is used now. */
  private record Standing(
      TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken token) {

    Standing with(OAuthToken newer) {
      return new Standing(key, target, client, newer);
    }
  }

  /** So long a token that is about to end is used as it is after it could not be renewed. */
  private static final Duration PAUSE_AHEAD = Duration.ofSeconds(10);

  private final Shared shared;
  private final String principal;
  private final ScopeSelection scopes;
  private final StepUps stepUps;
  private final Attempts attempts;
  private final Refresh refresh;
  private final OneAtATime oneAtATime;
  private volatile @Nullable Standing standing;
  private volatile @Nullable Instant notRenewed;
  private volatile @Nullable String nonce;

  TokenHolder(Shared shared, String principal) {
    this.shared = shared;
    this.principal = principal;
    this.scopes = shared.scopes();
    this.stepUps = new StepUps(shared.clock());
    this.attempts = new Attempts(shared.clock());
    this.refresh =
        new Refresh(shared.store(), shared.endpoint(), shared.registrations(), shared.clock());
    this.oneAtATime = new OneAtATime(shared.patience());
  }

  /** The token to use now, renewed if it ends; {@code null} until a server has asked for one. */
  @Nullable OAuthToken token() {
    Standing now = standing;
    if (now == null || !isToRenewAhead(now.token())) {
      return now == null ? null : now.token();
    }
    return oneAtATime.run(
        () -> {
          Standing current = standing;
          if (current != null && isToRenewAhead(current.token())) {
            refreshedOrKept(current);
          }
          return standing == null ? null : standing.token();
        });
  }

  private boolean isToRenewAhead(OAuthToken token) {
    if (!refresh.isDue(token) || token.refreshToken() == null) {
      return false;
    }
    Instant failed = notRenewed;
    Instant now = shared.clock().instant(); // which may have been set back
    return failed == null || now.isBefore(failed) || !now.isBefore(failed.plus(PAUSE_AHEAD));
  }

  /** Where the authorization server is away, the token may still do for the last seconds. */
  private void refreshedOrKept(Standing current) {
    try {
      refreshed(current);
    } catch (OAuthException nobodySaid) {
      // the server will refuse the token once it has ended, and then the reason is told
    }
  }

  /**
   * The server refused a request.
   *
   * @param refused the {@code Authorization} of that request, or {@code null} if it had none
   * @param nonce what the server wants to see in the next proof (RFC 9449, section 9), if anything
   * @param inBackground whether nobody waits for it, so that no person is to be asked
   * @return whether there is another token, or another nonce, now
   */
  boolean renew(
      int status,
      AuthChallenge challenge,
      @Nullable String refused,
      @Nullable String nonce,
      boolean inBackground) {
    if (challenge.error().equals("use_dpop_nonce") && refused != null && isProven(refused)) {
      this.nonce = nonce;
      return nonce != null;
    }
    boolean wantsMore = challenge.error().equals("insufficient_scope") && refused != null;
    if (status != 401 && !challenge.error().equals("insufficient_scope")) {
      return false; // a refusal without a way out
    }
    boolean mayAsk = !(inBackground && shared.flow().asksSomebody());
    return oneAtATime.run(
        () -> {
          Standing now = standing;
          if (now == null && !mayAsk) {
            return false; // whoever it was has signed out
          }
          if (now != null && !header(now.token()).equals(refused)) {
            return true; // somebody else has renewed it meanwhile
          }
          return wantsMore && now != null
              ? mayAsk && stepUp(now, challenge)
              : authorize(challenge, refused, mayAsk);
        });
  }

  /** What the server wants to see in proofs, once it has said so. */
  @Nullable String nonce() {
    return nonce;
  }

  private static boolean isProven(String authorization) {
    return authorization.startsWith("DPoP ");
  }

  static String header(OAuthToken token) {
    return token.type() + " " + token.accessToken();
  }

  /** Step-up: what was asked for before, and what is asked for now (a refresh cannot give more). */
  private boolean stepUp(Standing now, AuthChallenge challenge) {
    Scopes wanted = scopes.wanted(now.target(), challenge);
    if (!stepUps.isWorthTrying(wanted, Scopes.of(now.token().granted()))) {
      return false;
    }
    Scopes all =
        Scopes.of(now.token().requested()).and(scopes.withOfflineAccess(now.target(), wanted));
    try {
      first(now.target(), all);
    } catch (AuthorizationRequiredException e) {
      stepUps.notTried(wanted); // nobody has decided yet; the page must be had again
      throw e;
    }
    return true;
  }

  private boolean authorize(AuthChallenge challenge, @Nullable String refused, boolean mayAsk) {
    attempts.requireNoPause();
    Discovery.Found discovered = shared.discovery().find(shared.server(), challenge);
    boolean bound = challenge.scheme().equals("dpop") || discovered.wantsBoundTokens();
    TokenFlow.Target target = new TokenFlow.Target(shared.server(), principal, discovered, bound);
    Scopes wanted = scopes.withOfflineAccess(target, scopes.wanted(target, challenge));
    ClientRegistration client = shared.registrations().known(target);
    OAuthToken kept = client == null ? null : shared.store().find(target.tokenKey(client));
    if (kept != null && client != null) {
      Standing found = new Standing(target.tokenKey(client), target, client, kept);
      if (!header(kept).equals(refused)) {
        standing = found;
        return true;
      }
      if (!refresh.isDue(kept)) {
        requireNotFresh(found.key(), target);
      }
      if (!attempts.isJustRefreshed(found.key()) && refreshed(found)) {
        return true;
      }
      wanted = Scopes.of(kept.requested()).and(wanted);
    }
    if (!mayAsk) {
      return false;
    }
    first(target, wanted);
    return true;
  }

  /** Gets a token by the flow, which may ask a person. */
  private void first(TokenFlow.Target target, Scopes scopes) {
    attempts.requireNoPause();
    TokenFlow.Granted granted;
    try {
      granted = shared.flow().get(target, scopes);
    } catch (OAuthException e) {
      if (e.isLasting()) {
        attempts.failed(e, shared.flow().pauseAfterFailure());
      }
      throw e;
    }
    granted(target, granted);
  }

  private void granted(TokenFlow.Target target, TokenFlow.Granted granted) {
    TokenKey key = target.tokenKey(granted.client());
    use(key, target, granted.client(), granted.token());
    attempts.granted(key);
  }

  /** A token that was had in another way than by a refused request. */
  void accept(Supplier<WebFlow.Completed> completion) {
    oneAtATime.run(
        () -> {
          WebFlow.Completed completed = completion.get();
          granted(completed.target(), completed.granted());
          return null;
        });
  }

  private void requireNotFresh(TokenKey key, TokenFlow.Target target) {
    if (attempts.isJustGranted(key)) {
      throw new OAuthException(
          shared.server().getHost()
              + " refuses the token that the authorization server "
              + target.issuedBy().host()
              + " just gave for it");
    }
  }

  /**
   * @return whether there is another token; without one, permission has to be given anew
   * @throws OAuthException if there is none, and that is not for the token's sake
   */
  private boolean refreshed(Standing now) {
    if (now.token().refreshToken() == null) {
      return false;
    }
    Refresh.Outcome outcome;
    try {
      outcome = refresh.of(now.target(), now.client(), now.token());
    } catch (OAuthException nobodySaid) {
      notRenewed = shared.clock().instant();
      throw nobodySaid;
    }
    OAuthToken token = outcome.token();
    standing = token == null ? null : now.with(token);
    if (outcome.given()) {
      attempts.refreshed(now.key());
    }
    return token != null;
  }

  private void use(
      TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken token) {
    shared.store().save(key, token);
    standing = new Standing(key, target, client, token);
  }

  /**
   * Forgets the token, and tells the authorization server so if that can be told (RFC 7009).
   *
   * @param last what the server asked with when it refused a request, of whomever, if it has
   */
  void signOut(Revocation revocation, @Nullable AuthChallenge last) {
    oneAtATime.run(
        () -> {
          Standing now = standing == null ? kept(last) : standing;
          standing = null;
          attempts.forget();
          if (now != null) {
            revocation.revoke(now.target().issuedBy(), now.client(), takenOut(now));
          }
          return null;
        });
  }

  /** The newest, which may be of somebody else who shares the store. */
  private OAuthToken takenOut(Standing now) {
    return shared
        .store()
        .exclusively(
            now.key(),
            () -> {
              OAuthToken newest = shared.store().find(now.key());
              shared.store().remove(now.key());
              return newest == null ? now.token() : newest;
            });
  }

  /** What an earlier run has kept, or another instance. */
  private @Nullable Standing kept(@Nullable AuthChallenge last) {
    AuthChallenge challenge = last == null ? AuthChallenge.of(List.of()) : last;
    Discovery.Found found = shared.discovery().find(shared.server(), challenge);
    if (last == null && found.resource() == null) {
      // it may name its metadata with a refusal; to guess would bind the client to the wrong issuer
      throw new OAuthException(
          "it is not known whether a token is kept for "
              + shared.server().getHost()
              + ": its protected-resource metadata is at no well-known place, and it has refused no"
              + " request that says where it is; sign out again after a request to it");
    }
    TokenFlow.Target target = new TokenFlow.Target(shared.server(), principal, found, false);
    ClientRegistration client = shared.registrations().known(target);
    OAuthToken token = client == null ? null : shared.store().find(target.tokenKey(client));
    return client == null || token == null
        ? null
        : new Standing(target.tokenKey(client), target, client, token);
  }
}
