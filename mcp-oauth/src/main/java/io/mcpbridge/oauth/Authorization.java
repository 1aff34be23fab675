package io.mcpbridge.oauth;

import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides how a token is had for one principal and one server: one that is kept, a refresh, or
 * permission anew. Its {@link TokenHolder} lets one thread at a time change the token, and one ask
 * for permission.
 */
final class Authorization {

  /** So long a token that is about to end is used as it is after it could not be renewed. */
  private static final Duration PAUSE_AHEAD = Duration.ofSeconds(10);

  private final TokenHolder.Shared shared;
  private final String principal;
  private final StepUps stepUps;
  private final Attempts attempts;
  private final TokenKeeper keeper;
  private final Refresh refresh;
  private volatile @Nullable Standing standing;
  private volatile @Nullable Instant notRenewed;

  Authorization(TokenHolder.Shared shared, String principal) {
    this.shared = shared;
    this.principal = principal;
    this.stepUps = new StepUps(shared.clock());
    this.attempts = new Attempts(shared.clock());
    this.keeper = new TokenKeeper(shared.store());
    this.refresh =
        new Refresh(
            shared.store(), keeper, shared.endpoint(), shared.registrations(), shared.clock());
  }

  /** What is used now; asked by any thread. */
  @Nullable Standing standing() {
    return standing;
  }

  /** Whether to renew it before a server refuses it; asked by any thread. */
  boolean isToRenewAhead(Standing now) {
    if (!refresh.isDue(now.token()) || now.token().refreshToken() == null) {
      return false;
    }
    Instant failed = notRenewed;
    Instant time = shared.clock().instant(); // which may have been set back
    return failed == null || time.isBefore(failed) || !time.isBefore(failed.plus(PAUSE_AHEAD));
  }

  /** Whether the server is about to refuse it; until then it is as good as ever. */
  boolean hasEnded(Standing now) {
    return refresh.hasEnded(now.token());
  }

  /**
   * Where the authorization server, or the store, is away, the token may still do for the last
   * seconds.
   */
  void renewAhead(Standing now) {
    try {
      refreshed(now);
    } catch (RuntimeException nobodySaid) {
      // the server will refuse the token once it has ended, and then the reason is told
    }
  }

  /** Step-up: what was asked for before, and what is asked for now (a refresh cannot give more). */
  Decision stepUp(Standing now, AuthChallenge challenge, boolean mayAsk) {
    Scopes wanted = shared.scopes().wanted(now.target(), challenge);
    if (!mayAsk || Scopes.of(now.token().granted()).containsAll(wanted)) {
      return new Decision.Settled(false);
    }
    Scopes all =
        Scopes.of(now.token().requested())
            .and(shared.scopes().withOfflineAccess(now.target(), wanted));
    return new Decision.Ask(now.target(), all, wanted);
  }

  /**
   * Where it failed and would fail again, on the thread of the request: there is no need to find
   * out. An attempt that may do better begins where the server says that it is to.
   */
  TokenFlow.@Nullable Target failedAt() {
    return attempts.isPaused() ? attempts.failedAt(shared.flow().basis()) : null;
  }

  /**
   * Finds a token that is kept or can be renewed, and uses it from now on.
   *
   * @param refused the {@code Authorization} that was refused, if there was one
   * @param mayAsk whether a person may be asked
   * @param failedAt what is known of where to ask ({@link #failedAt})
   */
  Decision authorize(
      AuthChallenge challenge,
      @Nullable String refused,
      boolean mayAsk,
      TokenFlow.@Nullable Target failedAt) {
    TokenFlow.Target target = failedAt == null ? target(challenge) : failedAt;
    Scopes wanted =
        shared.scopes().withOfflineAccess(target, shared.scopes().wanted(target, challenge));
    Standing kept = kept(target);
    if (kept != null && kept.token().isUsable()) {
      if (!kept.header().equals(refused)) {
        standing = kept;
        attempts.helped();
        return new Decision.Settled(true);
      }
      if (!refresh.isDue(kept.token())) {
        requireNotFresh(kept);
      }
      if (!attempts.isJustRefreshed(kept.key()) && refreshed(kept)) {
        return new Decision.Settled(true);
      }
      wanted = Scopes.of(kept.token().requested()).and(wanted);
    } else {
      stepUps.forget();
    }
    return mayAsk ? new Decision.Ask(target, wanted, null) : new Decision.Settled(false);
  }

  private TokenFlow.Target target(AuthChallenge challenge) {
    Discovery.Found found = shared.discovery().find(shared.server(), challenge);
    boolean bound = challenge.scheme().equals("dpop") || found.wantsBoundTokens();
    return new TokenFlow.Target(shared.server(), principal, found, bound);
  }

  /** What an earlier run has kept, or another instance. */
  private @Nullable Standing kept(TokenFlow.Target target) {
    ClientRegistration client = shared.registrations().known(target);
    OAuthToken token = client == null ? null : keeper.find(target.tokenKey(client));
    return client == null || token == null ? null : Standing.of(target, client, token);
  }

  private void requireNotFresh(Standing refused) {
    if (attempts.isJustGranted(refused.key())) {
      throw new OAuthException(
          shared.server().getHost()
              + " refuses the token that the authorization server "
              + refused.target().issuedBy().host()
              + " just gave for it");
    }
  }

  /** Whether it was not asked for before without success. */
  boolean isWorthAsking(Decision.Ask ask) {
    return ask.more() == null || stepUps.isWorthTrying(ask.more());
  }

  /**
   * Begins to get permission by the flow, which may ask a person; on the thread of the request.
   *
   * @param wanted whether somebody still wants it; whoever has signed out begins anew
   * @return what gets it
   * @throws OAuthException if whoever said no is to be left alone for now
   */
  Supplier<TokenFlow.Granted> prepared(Decision.Ask ask, BooleanSupplier wanted) {
    TokenFlow flow = shared.flow();
    try {
      String basis = flow.basis();
      attempts.requireNoPause(basis);
      Supplier<TokenFlow.Granted> permission = flow.prepare(ask.target(), ask.scopes());
      return () -> granted(ask, basis, permission, wanted);
    } catch (RuntimeException e) {
      notTried(ask);
      throw e;
    }
  }

  private TokenFlow.Granted granted(
      Decision.Ask ask,
      @Nullable String basis,
      Supplier<TokenFlow.Granted> permission,
      BooleanSupplier wanted) {
    try {
      return permission.get();
    } catch (OAuthException e) {
      if (e.isLasting() && wanted.getAsBoolean()) {
        attempts.failed(e, shared.flow().pauseAfterFailure(), ask.target(), basis);
      } else {
        notTried(ask); // nobody has decided yet; the page must be had again
      }
      throw e;
    } catch (RuntimeException undecided) {
      notTried(ask);
      throw undecided;
    }
  }

  private void notTried(Decision.Ask ask) {
    if (ask.more() != null) {
      stepUps.notTried(ask.more());
    }
  }

  /** Whoever it is for says that they are there. */
  void askAgain() {
    attempts.askAgain();
  }

  /** From now on. */
  void use(TokenFlow.Target target, TokenFlow.Granted granted) {
    Standing now = Standing.of(target, granted.client(), granted.token());
    keeper.isGiven(now); // before it is kept: that may fail, and nobody is to be asked again
    shared
        .store()
        .exclusively(
            now.key(),
            shared.endpoint().longest(),
            () -> {
              keeper.find(now.key()); // or who renews the token of before would keep that instead
              return true;
            });
    standing = now;
    attempts.granted(now.key());
  }

  /**
   * @return whether there is another token; without one, permission has to be given anew
   * @throws OAuthException if there is none, and that is not for the token's sake
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away
   */
  private boolean refreshed(Standing now) {
    if (now.token().refreshToken() == null) {
      return false;
    }
    Refreshed refreshed;
    try {
      refreshed = refresh.of(now);
    } catch (RuntimeException nobodySaid) { // the store may throw anything
      notRenewed = shared.clock().instant();
      throw nobodySaid;
    }
    if (refreshed instanceof Refreshed.Given given) {
      standing = now.with(given.token());
      attempts.refreshed(now.key());
      return true;
    }
    standing = refreshed instanceof Refreshed.Newer newer ? now.with(newer.token()) : null;
    return standing != null;
  }

  /**
   * Forgets what is used, and takes it out of the store.
   *
   * @param last what the server asked with when it refused a request, of whomever, if it has
   * @return with the newest token, which may be of somebody else who shares the store; {@code null}
   *     if there was none
   */
  @Nullable Standing takenOut(@Nullable AuthChallenge last) {
    Standing unsaved = keeper.takeUnsaved();
    Standing used = standing == null ? unsaved : standing;
    Standing now = used == null ? keptBefore(last) : used;
    standing = null;
    attempts.forget();
    if (now == null) {
      return null;
    }
    try {
      return shared
          .store()
          .exclusively(now.key(), shared.endpoint().longest(), () -> removed(now, unsaved));
    } catch (McpUnavailableException othersAreAtIt) {
      return removed(now, unsaved); // who renews it finds that it is gone
    }
  }

  private Standing removed(Standing now, @Nullable Standing unsaved) {
    TokenStore store = shared.store();
    OAuthToken newest = store.find(now.key());
    store.remove(now.key());
    if (unsaved != null && unsaved.key().equals(now.key())) {
      return unsaved;
    }
    return newest == null ? now : now.with(newest);
  }

  private @Nullable Standing keptBefore(@Nullable AuthChallenge last) {
    TokenFlow.Target target = target(last == null ? AuthChallenge.of(List.of()) : last);
    if (last == null && target.found().resource() == null) {
      // it may name its metadata with a refusal; to guess would bind the client to the wrong issuer
      throw new OAuthException(
          "it is not known whether a token is kept for "
              + shared.server().getHost()
              + ": its protected-resource metadata is at no well-known place, and it has refused no"
              + " request that says where it is; sign out again after a request to it");
    }
    return kept(target);
  }
}
