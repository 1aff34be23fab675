package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.StoredAuthorization;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.store.AuthorizationStore;
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
public final class WebFlow implements TokenFlow {

  /** How long a user has to decide; then the state expires. */
  private static final Duration STATE_LIFETIME = Duration.ofMinutes(10);

  private static final int MAX_PRINCIPALS = 10_000;

  /** Requests may need different scopes, so a user may have several pages at a time. */
  private static final int MAX_PAGES_PER_USER = 3;

  private final URI server;
  private final URI redirectUri;
  private final CodeExchange exchange;
  private final AuthorizationStore store;
  private final WebAuthorizations webAuthorizations;
  private final Clock clock;
  private final @Nullable Supplier<? extends @Nullable String> user;
  private final LruMap<PromptedUser, List<PromptPage>> pages = new LruMap<>(MAX_PRINCIPALS);

  /**
   * @param principal the token's principal
   * @param user the user who was redirected; not the principal if users share a token
   */
  private record PromptedUser(String principal, String user) {}

  /** A page of this instance, shared by all requests of a user that need it. */
  private record PromptPage(
      CodeExchange.StartedAuthorization startedAuthorization, StoredAuthorization stored) {
    @Override
    public String toString() {
      return "Shown[" + startedAuthorization + "]";
    }
  }

  /** A token and its target. */
  public record Completed(Target target, Granted granted) {}

  /**
   * @param user supplies the user of this thread, if not the principal
   */
  public WebFlow(
      URI server,
      URI redirectUri,
      CodeExchange exchange,
      AuthorizationStore store,
      WebAuthorizations webAuthorizations,
      Clock clock,
      @Nullable Supplier<? extends @Nullable String> user) {
    this.server = server;
    this.redirectUri = redirectUri;
    this.exchange = exchange;
    this.store = store;
    this.webAuthorizations = webAuthorizations;
    this.clock = clock;
    this.user = user;
  }

  @Override
  public Duration retryCooldown() {
    return Duration.ZERO;
  }

  @Override
  public boolean isInteractive() {
    return true;
  }

  @Override
  public Supplier<Granted> prepare(Target target, Scopes scopes) {
    PromptedUser promptedUser =
        new PromptedUser(target.principal(), userOnThisThread(target.principal()));
    return () -> get(target, scopes, promptedUser);
  }

  /**
   * @throws OAuthException if there is no user on this thread
   */
  public String userOnThisThread(String principal) {
    String name = user == null ? principal : user.get();
    if (name == null) {
      throw new OAuthException(
          "no user on this thread (OAuthCredentialsBuilder.user) who could grant access");
    }
    return name;
  }

  /**
   * @throws AuthorizationRequiredException always; with the previous page while it is valid
   */
  private Granted get(Target target, Scopes scopes, PromptedUser promptedUser) {
    List<PromptPage> existing = pages.computeIfAbsent(promptedUser, List::of);
    PromptPage promptPage =
        existing.stream().filter(page -> matches(page, target, scopes)).findFirst().orElse(null);
    if (promptPage == null) {
      CodeExchange.StartedAuthorization startedAuthorization =
          exchange.begin(target, redirectUri, scopes);
      Instant end = clock.instant().plus(STATE_LIFETIME);
      promptPage =
          new PromptPage(
              startedAuthorization,
              WebAuthorizations.toStored(startedAuthorization, promptedUser.user(), end));
      store.save(promptPage.stored());
      pages.put(
          promptedUser,
          Stream.concat(Stream.of(promptPage), existing.stream())
              .limit(MAX_PAGES_PER_USER)
              .toList());
    }
    throw new AuthorizationRequiredException(
        "the user must first grant access at the authorization server "
            + target.issuedBy().host()
            + ": redirect them to AuthorizationRequiredException.url()",
        promptPage.startedAuthorization().authorizationUrl());
  }

  /** Ignores other differences in the metadata, such as between the nodes of a cluster. */
  private boolean matches(PromptPage promptPage, Target target, Scopes scopes) {
    CodeExchange.StartedAuthorization startedAuthorization = promptPage.startedAuthorization();
    ServerMetadata original = startedAuthorization.target().issuedBy();
    ServerMetadata current = target.issuedBy();
    return isUnexpired(promptPage.stored())
        && startedAuthorization.scopes().equals(scopes)
        && startedAuthorization.target().bound() == target.bound()
        && Objects.equals(startedAuthorization.target().resource(), target.resource())
        && original.issuer().equals(current.issuer())
        && original.authorizationEndpoint().equals(current.authorizationEndpoint())
        && original.tokenEndpoint().equals(current.tokenEndpoint())
        && webAuthorizations.usesCurrentClient(startedAuthorization, target)
        && store.find(promptPage.stored().state()) != null; // or it was answered elsewhere
  }

  /**
   * Completes an authorization, once.
   *
   * @param principal the token's principal
   * @param user the user who came back; a response to another user's request is rejected
   */
  public Completed complete(String query, String principal, String user) {
    String state = AuthorizationResponse.state(query);
    StoredAuthorization stored = state == null ? null : store.find(state);
    if (state == null || stored == null || !belongsTo(stored, user)) {
      throw unmatchedResponse();
    }
    CodeExchange.StartedAuthorization startedAuthorization = webAuthorizations.read(stored);
    if (!startedAuthorization.target().principal().equals(principal)) {
      throw unmatchedResponse();
    }
    if (store.take(state, user) == null) {
      throw unmatchedResponse(); // a concurrent call with the same response was faster
    }
    return new Completed(
        startedAuthorization.target(), exchange.finish(startedAuthorization, query));
  }

  /** Invalidates the pages of a principal who has signed out. */
  public void forget(String principal) {
    pages.removeIf(promptedUser -> promptedUser.principal().equals(principal)).stream()
        .flatMap(List::stream)
        .map(PromptPage::stored)
        .forEach(authorization -> store.take(authorization.state(), authorization.principal()));
  }

  private static OAuthException unmatchedResponse() {
    return new OAuthException(
            "the response does not match a request of this user (state), or is too late; it"
                + " was dropped")
        .asDropped();
  }

  private boolean belongsTo(StoredAuthorization stored, String user) {
    return stored.principal().equals(user) && stored.server().equals(server) && isUnexpired(stored);
  }

  private boolean isUnexpired(StoredAuthorization stored) {
    return clock.instant().isBefore(stored.ends());
  }
}
