package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person is asked who sits at another machine: the request that needs the token fails with the
 * page to send them to, and what they come back with is handed in later, on another thread.
 */
final class WebFlow implements TokenFlow {

  /** So long a person has to decide; then the state is worth nothing. */
  private static final Duration LIFE = Duration.ofMinutes(10);

  private static final int MAX_PENDING = 10_000;

  private final URI redirectUri;
  private final CodeExchange exchange;
  private final Clock clock;
  private final LastUsed<String, Pending> byState = new LastUsed<>(MAX_PENDING);
  private final LastUsed<String, Pending> byPrincipal = new LastUsed<>(MAX_PENDING);

  private record Pending(CodeExchange.Begun begun, Instant ends) {
    @Override
    public String toString() {
      return "Pending[" + begun + "]";
    }
  }

  /** A token and what it was asked for. */
  record Completed(Target target, Granted granted) {}

  WebFlow(URI redirectUri, CodeExchange exchange, Clock clock) {
    this.redirectUri = redirectUri;
    this.exchange = exchange;
    this.clock = clock;
  }

  @Override
  public Duration pauseAfterFailure() {
    return Duration.ZERO;
  }

  @Override
  public boolean asksForOfflineAccess() {
    return true;
  }

  /**
   * @throws AuthorizationRequiredException always; with the page of before while that is good
   */
  @Override
  public Granted get(Target target, Scopes scopes) {
    Pending pending = byPrincipal.get(target.principal());
    if (pending == null || !isFor(pending, target, scopes)) {
      if (pending != null) {
        byState.remove(pending.begun().state().getValue());
      }
      CodeExchange.Begun begun = exchange.begin(target, redirectUri, scopes);
      pending = new Pending(begun, clock.instant().plus(LIFE));
      byState.put(begun.state().getValue(), pending);
      byPrincipal.put(target.principal(), pending);
    }
    throw new AuthorizationRequiredException(
        "whoever is asking has to give permission at the authorization server "
            + target.issuedBy().host()
            + " first: send them to AuthorizationRequiredException.url()",
        pending.begun().page());
  }

  private boolean isFor(Pending pending, Target target, Scopes scopes) {
    CodeExchange.Begun begun = pending.begun();
    return clock.instant().isBefore(pending.ends())
        && begun.target().issuedBy().equals(target.issuedBy())
        && begun.scopes().equals(scopes);
  }

  /**
   * Takes what a person came back with, once.
   *
   * @param principal who came back; the answer to somebody else's request is not taken from them
   */
  Completed complete(String query, String principal) {
    String state = RedirectAnswer.state(query);
    Pending pending = state == null ? null : byState.get(state);
    if (state == null || pending == null || !isBy(pending, principal)) {
      throw new OAuthException(
          "what came back is not the answer to a request of whoever is asking (state), or comes too"
              + " late; it was dropped");
    }
    byState.remove(state);
    byPrincipal.remove(principal);
    CodeExchange.Begun begun = pending.begun();
    return new Completed(begun.target(), exchange.finish(begun, query));
  }

  private boolean isBy(@Nullable Pending pending, String principal) {
    return pending != null
        && pending.begun().target().principal().equals(principal)
        && clock.instant().isBefore(pending.ends());
  }
}
