package io.mcpbridge.oauth;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.oauth.core.AuthorizationPendingException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.internal.discovery.AuthChallenge;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.token.CurrentToken;
import io.mcpbridge.oauth.internal.token.Registrations;
import io.mcpbridge.oauth.internal.token.Revocation;
import io.mcpbridge.oauth.internal.token.ScopeSelection;
import io.mcpbridge.oauth.internal.token.TokenEndpoint;
import io.mcpbridge.oauth.internal.token.TokenFlow;
import io.mcpbridge.oauth.internal.token.WebFlow;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token of one principal for one server. Requests whose token was refused or has expired share
 * one refresh or authorization: a refresh token is used once, and the user is asked once.
 * Operations that do not need the user go on while the user is asked.
 */
final class PrincipalToken {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);
  private static final String SIGNED_OUT = "the user has signed out since authorization started";

  /** Shared by all holders of one server. */
  record Shared(
      URI server,
      TokenStore store,
      Discovery discovery,
      Registrations registrations,
      TokenEndpoint endpoint,
      TokenFlow flow,
      ScopeSelection scopes,
      Revocation revocation,
      Clock clock,
      Duration maxWait,
      ExecutorService threads) {}

  private final Shared shared;
  private final Authorization authorization;

  /** Operations that may change the current token. */
  private final TokenOperations changes;

  /** Authorization by the flow; may take as long as a user does. */
  private final TokenOperations permissionRequests;

  private volatile @Nullable String nonce;
  private final AtomicInteger signOuts = new AtomicInteger();

  /** How many sign-outs are in progress; the token is not used meanwhile. */
  private final AtomicInteger signingOut = new AtomicInteger();

  PrincipalToken(Shared shared, String principal) {
    this.shared = shared;
    this.authorization = new Authorization(shared, principal);
    this.changes = new TokenOperations(shared.threads(), shared.maxWait());
    this.permissionRequests = new TokenOperations(shared.threads(), shared.maxWait());
  }

  /**
   * The token to use now; {@code null} until a server has asked for one. It is refreshed in the
   * background shortly before it expires; once it has expired, the request waits for the refresh.
   */
  @Nullable OAuthToken token(WaitContext caller) {
    CurrentToken now = signingOut.get() > 0 ? null : authorization.currentToken();
    if (now != null && authorization.isToRenewAhead(now)) {
      if (authorization.hasEnded(now)) {
        changes.run(caller, currentToken(), () -> this::renewAhead);
        now = authorization.currentToken();
      } else {
        changes.startIfIdle(currentToken(), this::renewAhead);
      }
    }
    return now == null ? null : now.token();
  }

  private boolean renewAhead() {
    CurrentToken now = authorization.currentToken();
    if (now != null && authorization.isToRenewAhead(now)) {
      authorization.renewAhead(now);
    }
    return true;
  }

  private String currentToken() {
    return "a token for " + shared.server().getHost();
  }

  /**
   * Handles a request that the server refused.
   *
   * @param challenge the server's challenge
   * @return whether there is another token, or another nonce, now
   */
  boolean renew(Challenge refusal, AuthChallenge challenge) {
    int signOutCount = signOuts.get(); // a sign-out after this point discards the result
    String refused = refusal.authorization();
    if (challenge.error().equals("use_dpop_nonce") && refused != null && isDPoPBound(refused)) {
      nonce = refusal.dpopNonce();
      return nonce != null;
    }
    boolean needsMoreScopes = challenge.error().equals("insufficient_scope");
    if (refusal.status() != 401 && !needsMoreScopes) {
      return false; // a refusal that no token can resolve
    }
    boolean mayAsk = !(refusal.inBackground() && shared.flow().isInteractive());
    CurrentToken now = authorization.currentToken();
    Decision decision =
        needsMoreScopes && refused != null && now != null && !isRenewed(refused)
            ? authorization.stepUp(now, challenge, mayAsk)
            : changes.run(
                refusal.waitContext(),
                currentToken(),
                () -> prepareDecision(challenge, refused, mayAsk));
    return decision instanceof Decision.Authorize authorize
        ? obtainPermission(authorize, refused, signOutCount, refusal.waitContext())
        : ((Decision.Resolved) decision).isRenewed();
  }

  /** On the thread of the request. */
  private Supplier<Decision> prepareDecision(
      AuthChallenge challenge, @Nullable String refused, boolean mayAsk) {
    TokenFlow.Target failedTarget = authorization.failedTarget();
    return () -> decide(challenge, refused, mayAsk, failedTarget);
  }

  private Decision decide(
      AuthChallenge challenge,
      @Nullable String refused,
      boolean mayAsk,
      TokenFlow.@Nullable Target failedTarget) {
    if (isRenewed(refused)) {
      return new Decision.Resolved(true); // by a concurrent request
    }
    return authorization.currentToken() == null && refused != null && !mayAsk
        ? new Decision.Resolved(false) // the user has signed out
        : authorization.authorize(challenge, refused, mayAsk, failedTarget);
  }

  private boolean isRenewed(@Nullable String refused) {
    CurrentToken now = authorization.currentToken();
    return now != null && !now.header().equals(refused);
  }

  /** Waits for permission until the request's deadline. */
  private boolean obtainPermission(
      Decision.Authorize authorize,
      @Nullable String refused,
      int signOutCount,
      WaitContext caller) {
    boolean waitsForUser = shared.flow().waitsForUser();
    String authorizationServer =
        " the authorization server " + authorize.target().issuedBy().host();
    return permissionRequests.run(
        caller,
        (waitsForUser ? "a user to grant access at" : "a token of") + authorizationServer,
        () -> isRenewed(refused) ? () -> true : startAsking(authorize, signOutCount),
        timeout -> waitsForUser ? AuthorizationPendingException.of(timeout) : timeout);
  }

  /** Starts to ask, on the thread of the request. */
  private Supplier<Boolean> startAsking(Decision.Authorize authorize, int signOutCount) {
    if (signOuts.get() != signOutCount) {
      throw new OAuthException(SIGNED_OUT);
    }
    if (!authorization.isWorthAsking(authorize)) {
      return () -> false;
    }
    Supplier<TokenFlow.Granted> permission =
        authorization.prepare(authorize, () -> signOuts.get() == signOutCount);
    return () -> {
      TokenFlow.Granted granted = permission.get();
      return changes.runMandatory(
          currentToken(), () -> applyGrant(authorize, granted, signOutCount));
    };
  }

  private boolean applyGrant(
      Decision.Authorize authorize, TokenFlow.Granted granted, int signOutCount) {
    boolean isSignedIn = signOuts.get() == signOutCount;
    if (isSignedIn) {
      authorization.use(authorize.target(), granted);
    } else {
      shared.threads().execute(() -> revokeLateGrant(authorize, granted));
    }
    return isSignedIn;
  }

  /** Revokes a token that arrived after the sign-out. */
  private void revokeLateGrant(Decision.Authorize authorize, TokenFlow.Granted granted) {
    try {
      shared.revocation().revoke(authorize.target().issuedBy(), granted.client(), granted.token());
    } catch (McpException e) {
      log.warn("A token that arrived after the sign-out was not revoked: {}", e.reason());
    }
  }

  /** Ends the pause after a failure: the user says that they are available. */
  void askAgain() {
    authorization.askAgain();
  }

  /** The nonce that the server requires in proofs, once it has sent one. */
  @Nullable String nonce() {
    return nonce;
  }

  private static boolean isDPoPBound(String authorization) {
    return authorization.startsWith("DPoP ");
  }

  /** Takes a token from a completed web authorization. */
  void accept(Supplier<WebFlow.Completed> completion) {
    changes.run(
        WaitContext.endless(),
        "the authorization response for " + shared.server().getHost(),
        () ->
            () -> {
              WebFlow.Completed completed = completion.get();
              authorization.use(completed.target(), completed.granted());
              return true;
            });
  }

  /**
   * Removes the token and revokes it if the authorization server supports that (RFC 7009).
   *
   * @param last the challenge of the server's last refusal, of any principal, if there was one
   */
  void signOut(@Nullable AuthChallenge last) {
    signingOut.incrementAndGet();
    try {
      endAsking(); // at once: this does no I/O
      changes.runMandatory(
          "removal of the token for " + shared.server().getHost(),
          () -> {
            endAsking(); // also those that started meanwhile
            removeAndRevoke(last);
            return true;
          });
    } finally {
      signingOut.decrementAndGet();
    }
  }

  /** Cancels a pending authorization; the token stays. */
  void giveUpAsking(String reason) {
    permissionRequests.cancel(reason);
  }

  private void endAsking() {
    signOuts.incrementAndGet();
    permissionRequests.cancel(SIGNED_OUT);
  }

  private void removeAndRevoke(@Nullable AuthChallenge last) {
    CurrentToken removed = authorization.removeToken(last);
    if (removed != null) {
      shared.revocation().revoke(removed.target().issuedBy(), removed.client(), removed.token());
    }
  }
}
