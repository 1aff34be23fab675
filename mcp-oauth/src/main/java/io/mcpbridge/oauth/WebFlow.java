package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A person is asked who sits at another machine: the request that needs the token fails with the
 * page to send them to, and what they come back with is handed in later, on another thread.
 */
final class WebFlow implements TokenFlow {

  /** So long a person has to decide; then the state is worth nothing. */
  private static final Duration LIFE = Duration.ofMinutes(10);

  private static final int MAX_PRINCIPALS = 10_000;

  /** Requests may need different scopes; the pages of one user are good beside each other. */
  private static final int MAX_PAGES_OF_ONE = 3;

  private final URI server;
  private final URI redirectUri;
  private final CodeExchange exchange;
  private final AuthorizationStore store;
  private final WebAuthorizations written;
  private final Clock clock;
  private final LastUsed<String, List<Shown>> byPrincipal = new LastUsed<>(MAX_PRINCIPALS);

  /** What a user is asked for by this instance: the same page for all requests that need it. */
  private record Shown(CodeExchange.Begun begun, StoredAuthorization stored) {
    @Override
    public String toString() {
      return "Shown[" + begun + "]";
    }
  }

  /** A token and what it was asked for. */
  record Completed(Target target, Granted granted) {}

  WebFlow(
      URI server,
      URI redirectUri,
      CodeExchange exchange,
      AuthorizationStore store,
      WebAuthorizations written,
      Clock clock) {
    this.server = server;
    this.redirectUri = redirectUri;
    this.exchange = exchange;
    this.store = store;
    this.written = written;
    this.clock = clock;
  }

  @Override
  public Duration pauseAfterFailure() {
    return Duration.ZERO;
  }

  @Override
  public boolean asksSomebody() {
    return true;
  }

  @Override
  public Supplier<Granted> prepare(Target target, Scopes scopes) {
    return () -> get(target, scopes);
  }

  /**
   * @throws AuthorizationRequiredException always; with the page of before while that is good
   */
  private Granted get(Target target, Scopes scopes) {
    List<Shown> before = byPrincipal.getOrMake(target.principal(), List::of);
    Shown shown =
        before.stream().filter(one -> isFor(one, target, scopes)).findFirst().orElse(null);
    if (shown == null) {
      CodeExchange.Begun begun = exchange.begin(target, redirectUri, scopes);
      shown = new Shown(begun, WebAuthorizations.written(begun, clock.instant().plus(LIFE)));
      store.save(shown.stored());
      byPrincipal.put(
          target.principal(),
          Stream.concat(Stream.of(shown), before.stream()).limit(MAX_PAGES_OF_ONE).toList());
    }
    throw new AuthorizationRequiredException(
        "whoever is asking has to give permission at the authorization server "
            + target.issuedBy().host()
            + " first: send them to AuthorizationRequiredException.url()",
        shown.begun().page());
  }

  /** What else the metadata says may differ, as among the nodes of a cluster. */
  private boolean isFor(Shown shown, Target target, Scopes scopes) {
    CodeExchange.Begun begun = shown.begun();
    ServerMetadata then = begun.target().issuedBy();
    ServerMetadata now = target.issuedBy();
    return isInTime(shown.stored())
        && begun.scopes().equals(scopes)
        && begun.target().bound() == target.bound()
        && Objects.equals(begun.target().resource(), target.resource())
        && then.issuer().equals(now.issuer())
        && then.authorizationEndpoint().equals(now.authorizationEndpoint())
        && then.tokenEndpoint().equals(now.tokenEndpoint())
        && written.isByClientOf(begun, target)
        && store.find(shown.stored().state()) != null; // or it was answered elsewhere
  }

  /**
   * Takes what a person came back with, once.
   *
   * @param principal who came back; the answer to somebody else's request is not taken from them
   */
  Completed complete(String query, String principal) {
    String state = RedirectAnswer.state(query);
    StoredAuthorization stored = state == null ? null : store.find(state);
    if (state == null || stored == null || !isBy(stored, principal)) {
      throw dropped();
    }
    CodeExchange.Begun begun = written.read(stored);
    if (store.take(state, principal) == null) {
      throw dropped(); // another one with the same answer was faster
    }
    return new Completed(begun.target(), exchange.finish(begun, query));
  }

  /** What a principal was sent to from here is not taken from them any more: they signed out. */
  void forget(String principal) {
    List<Shown> pages = byPrincipal.takeIf(principal, any -> true);
    if (pages != null) {
      pages.forEach(one -> store.take(one.stored().state(), principal));
    }
  }

  private static OAuthException dropped() {
    return new OAuthException(
            "what came back is not the answer to a request of whoever is asking (state), or comes"
                + " too late; it was dropped")
        .dropped();
  }

  private boolean isBy(StoredAuthorization stored, String principal) {
    return stored.principal().equals(principal)
        && stored.server().equals(server)
        && isInTime(stored);
  }

  private boolean isInTime(StoredAuthorization stored) {
    return clock.instant().isBefore(stored.ends());
  }
}
