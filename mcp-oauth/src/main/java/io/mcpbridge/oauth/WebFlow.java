package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Authorization code flow for users of a web application: the request that needs the token fails
 * with the page to redirect the user to, and the callback completes the authorization on another
 * thread.
 */
final class WebFlow implements TokenFlow {

  /** How long a user has to decide; then the state expires. */
  private static final Duration LIFE = Duration.ofMinutes(10);

  private static final int MAX_PRINCIPALS = 10_000;

  /** Requests may need different scopes, so a user may have several pages at a time. */
  private static final int MAX_PAGES_OF_ONE = 3;

  private final URI server;
  private final URI redirectUri;
  private final CodeExchange exchange;
  private final AuthorizationStore store;
  private final WebAuthorizations written;
  private final Clock clock;
  private final @Nullable Supplier<? extends @Nullable String> user;
  private final LastUsed<Asked, List<Shown>> pages = new LastUsed<>(MAX_PRINCIPALS);

  /**
   * @param principal the token's principal
   * @param user the user who was redirected; not the principal if users share a token
   */
  private record Asked(String principal, String user) {}

  /** A page of this instance, shared by all requests of a user that need it. */
  private record Shown(CodeExchange.Begun begun, StoredAuthorization stored) {
    @Override
    public String toString() {
      return "Shown[" + begun + "]";
    }
  }

  /** A token and its target. */
  record Completed(Target target, Granted granted) {}

  /**
   * @param user supplies the user of this thread, if not the principal
   */
  WebFlow(
      URI server,
      URI redirectUri,
      CodeExchange exchange,
      AuthorizationStore store,
      WebAuthorizations written,
      Clock clock,
      @Nullable Supplier<? extends @Nullable String> user) {
    this.server = server;
    this.redirectUri = redirectUri;
    this.exchange = exchange;
    this.store = store;
    this.written = written;
    this.clock = clock;
    this.user = user;
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
    Asked asked = new Asked(target.principal(), userOnThisThread(target.principal()));
    return () -> get(target, scopes, asked);
  }

  /**
   * @throws OAuthException if there is no user on this thread
   */
  String userOnThisThread(String principal) {
    String name = user == null ? principal : user.get();
    if (name == null) {
      throw new OAuthException(
          "no user on this thread (OAuthCredentialsBuilder.user) who could be asked for"
              + " permission");
    }
    return name;
  }

  /**
   * @throws AuthorizationRequiredException always; with the previous page while it is valid
   */
  private Granted get(Target target, Scopes scopes, Asked asked) {
    List<Shown> before = pages.getOrMake(asked, List::of);
    Shown shown =
        before.stream().filter(one -> isFor(one, target, scopes)).findFirst().orElse(null);
    if (shown == null) {
      CodeExchange.Begun begun = exchange.begin(target, redirectUri, scopes);
      Instant end = clock.instant().plus(LIFE);
      shown = new Shown(begun, WebAuthorizations.written(begun, asked.user(), end));
      store.save(shown.stored());
      pages.put(
          asked, Stream.concat(Stream.of(shown), before.stream()).limit(MAX_PAGES_OF_ONE).toList());
    }
    throw new AuthorizationRequiredException(
        "the user has to give permission at the authorization server "
            + target.issuedBy().host()
            + " first: send them to AuthorizationRequiredException.url()",
        shown.begun().page());
  }

  /** Ignores other differences in the metadata, such as between the nodes of a cluster. */
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
   * Completes an authorization, once.
   *
   * @param principal the token's principal
   * @param user the user who came back; a response to another user's request is rejected
   */
  Completed complete(String query, String principal, String user) {
    String state = RedirectAnswer.state(query);
    StoredAuthorization stored = state == null ? null : store.find(state);
    if (state == null || stored == null || !isBy(stored, user)) {
      throw dropped();
    }
    CodeExchange.Begun begun = written.read(stored);
    if (!begun.target().principal().equals(principal)) {
      throw dropped();
    }
    if (store.take(state, user) == null) {
      throw dropped(); // a concurrent call with the same response was faster
    }
    return new Completed(begun.target(), exchange.finish(begun, query));
  }

  /** Invalidates the pages of a principal who has signed out. */
  void forget(String principal) {
    pages.takeAll(asked -> asked.principal().equals(principal)).stream()
        .flatMap(List::stream)
        .map(Shown::stored)
        .forEach(one -> store.take(one.state(), one.principal()));
  }

  private static OAuthException dropped() {
    return new OAuthException(
            "what came back is not the answer to a request of this user (state), or comes"
                + " too late; it was dropped")
        .dropped();
  }

  private boolean isBy(StoredAuthorization stored, String user) {
    return stored.principal().equals(user) && stored.server().equals(server) && isInTime(stored);
  }

  private boolean isInTime(StoredAuthorization stored) {
    return clock.instant().isBefore(stored.ends());
  }
}
