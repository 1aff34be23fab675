package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
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

  private final TokenFlow flow;
  private final Authorization authorization;
  private final OneAtATime oneAtATime;
  private volatile @Nullable String nonce;

  TokenHolder(Shared shared, String principal) {
    this.flow = shared.flow();
    this.authorization = new Authorization(shared, principal);
    this.oneAtATime = new OneAtATime(shared.patience());
  }

  /** The token to use now, renewed if it ends; {@code null} until a server has asked for one. */
  @Nullable OAuthToken token() {
    Standing now = authorization.standing();
    if (now != null && authorization.isToRenewAhead(now)) {
      now = oneAtATime.run(this::renewedAhead);
    }
    return now == null ? null : now.token();
  }

  private @Nullable Standing renewedAhead() {
    Standing now = authorization.standing();
    if (now != null && authorization.isToRenewAhead(now)) {
      authorization.renewAhead(now);
    }
    return authorization.standing();
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
    boolean mayAsk = !(inBackground && flow.asksSomebody());
    return oneAtATime.run(
        () -> {
          Standing now = authorization.standing();
          if (now == null && refused != null && !mayAsk) {
            return false; // whoever it was has signed out
          }
          if (now != null && !now.header().equals(refused)) {
            return true; // somebody else has renewed it meanwhile
          }
          return wantsMore && now != null
              ? mayAsk && authorization.stepUp(now, challenge)
              : authorization.authorize(challenge, refused, mayAsk);
        });
  }

  /** What the server wants to see in proofs, once it has said so. */
  @Nullable String nonce() {
    return nonce;
  }

  private static boolean isProven(String authorization) {
    return authorization.startsWith("DPoP ");
  }

  /** A token that was had in another way than by a refused request. */
  void accept(Supplier<WebFlow.Completed> completion) {
    oneAtATime.run(
        () -> {
          WebFlow.Completed completed = completion.get();
          authorization.granted(completed.target(), completed.granted());
          return null;
        });
  }

  /**
   * Forgets the token, and tells the authorization server so if that can be told (RFC 7009).
   *
   * @param last what the server asked with when it refused a request, of whomever, if it has
   */
  void signOut(Revocation revocation, @Nullable AuthChallenge last) {
    oneAtATime.run(
        () -> {
          Standing had = authorization.takenOut(last);
          if (had != null) {
            revocation.revoke(had.target().issuedBy(), had.client(), had.token());
          }
          return null;
        });
  }
}
