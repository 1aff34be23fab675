package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.spring.oauth.internal.user.TokenPrincipals;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of one server. Tracks which users still have to give permission. Creates the
 * {@link OAuthCredentials} on first use, so their classes are not loaded before the server asks for
 * a token.
 */
final class ServerCredentials implements Credentials, AutoCloseable {

  private static final Challenge ANY = new Challenge(401, List.of("Bearer"), null, null);

  private final String server;
  private final URI url;
  private final OAuthCredentialsBuilder builder;
  private final TokenPrincipals users;
  private final AuthorizationEvents events;
  private final @Nullable String page;
  private final Consumer<Boolean> signedOut;

  private final StoredTokenLookup kept;

  /** The last 401 challenge of the server. */
  private volatile Challenge challenge = ANY;

  /** Whether the server refused a request that carried no user's token. */
  private volatile boolean refusesNobody;

  private volatile @Nullable OAuthCredentials made;

  /**
   * @param page description of the page where users of a web application give permission; {@code
   *     null} if there is none
   * @param signedOut called when a user has signed out, with whether tools were listed with their
   *     token
   */
  ServerCredentials(
      String server,
      URI url,
      OAuthCredentialsBuilder builder,
      TokenPrincipals users,
      AuthorizationEvents events,
      @Nullable String page,
      Consumer<Boolean> signedOut) {
    this.server = server;
    this.url = url;
    this.builder = builder;
    this.users = users;
    this.events = events;
    this.page = page;
    this.signedOut = signedOut;
    this.kept =
        new StoredTokenLookup(server, users, events, this::isListedForNobody, this::hasKept);
  }

  /** Whether users give permission for the server in this web application. */
  boolean isWeb() {
    return page != null;
  }

  OAuthCredentials tokens() {
    OAuthCredentials known = made;
    if (known == null) {
      synchronized (builder) { // building does no I/O
        known = made == null ? builder.build() : made;
        made = known;
      }
    }
    return known;
  }

  /**
   * Whether the current user can be sent to give permission: they were asked and have not given it,
   * or no tools are listed because no user has given it. Does no I/O.
   */
  boolean isWaiting() {
    String user = users.person();
    if (user == null) {
      return false;
    }
    toolsWanted();
    return events.isWaiting(server, user) || (page != null && isListedForNobody());
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    users.actFor(request);
    OAuthCredentials tokens = made;
    Map<String, String> headers =
        tokens == null ? Map.of() : users.during(() -> tokens.headersFor(request));
    if (!headers.isEmpty()) {
      users.hasToken();
    }
    return headers;
  }

  @Override
  public boolean renew(Challenge refusal) {
    return users.during(() -> renewedFor(refusal));
  }

  private boolean renewedFor(Challenge refusal) {
    if (refusal.status() == 401) {
      challenge = new Challenge(401, refusal.wwwAuthenticate(), null, null);
    }
    if (users.userToAsk() == null) {
      return users.isShared() ? renewedForAll(refusal) : refusedForNobody(refusal);
    }
    boolean isAwaited = isListedForNobody();
    boolean renewed = renewed(refusal);
    String user = users.person();
    if (renewed && isAwaited && user != null) {
      events.found(server, user);
    }
    return renewed;
  }

  private boolean refusedForNobody(Challenge refusal) {
    if (refusal.status() != 401) {
      return false; // step-up needs a user
    }
    tokens().renew(refusal); // gets no token here; signOut() may need the challenge
    refusesNobody = true;
    throw McpAuthorizationException.userRequired(
        (users.isWithoutLender()
                ? ""
                : "no current user on this thread (CurrentUser; in WebFlux, RunAs sets it), so"
                    + " no token is used: ")
            + "each user must first grant access: redirect them to "
            + (page == null ? "the page of McpAuthorization" : page)
            + ", or sign them in if there is no current user (CurrentUser; in WebFlux, RunAs)",
        null);
  }

  /** Loads or refreshes a shared token; only a known user can begin an authorization. */
  private boolean renewedForAll(Challenge refusal) {
    Challenge background =
        new Challenge(
            refusal.status(),
            refusal.wwwAuthenticate(),
            refusal.dpopNonce(),
            refusal.authorization(),
            true,
            refusal.waitContext());
    if (tokens().renew(background)) {
      gavePermission(users.current(), refusal);
      return true;
    }
    if (refusal.status() != 401) {
      return false;
    }
    users.lost(users.current());
    refusesNobody = true;
    throw McpAuthorizationException.userRequired(
        "a user must first grant access for all: redirect them to " + page, null);
  }

  /** Whether no tools are listed because no user has given permission. */
  private boolean isListedForNobody() {
    return refusesNobody && users.isWithoutLender();
  }

  /** Looks for a stored token of the current user in the background. Does no I/O itself. */
  void toolsWanted() {
    kept.lookUpCurrentUser();
  }

  /**
   * Whether a token can be loaded or obtained without user interaction. A refused token does not
   * count.
   */
  private boolean hasKept() {
    String user = users.userToAsk();
    Challenge asked = user == null ? null : events.refusal(server, user);
    String refused = asked == null || asked.status() != 401 ? null : asked.authorization();
    return hasAnother(refused)
        || (refused != null && hasAnother(null) && !refused.equals(authorization()));
  }

  /**
   * Whether there is a token other than that one. If that one is no longer in use, the store is
   * read only when it is not given.
   */
  private boolean hasAnother(@Nullable String refused) {
    return tokens().renew(new Challenge(401, challenge.wwwAuthenticate(), null, refused, true));
  }

  private @Nullable String authorization() {
    return tokens().headersFor(new OutgoingRequest("GET", url, new byte[0])).get("Authorization");
  }

  private boolean renewed(Challenge refusal) {
    String user = users.userToAsk();
    try {
      boolean renewed = tokens().renew(refusal);
      if (renewed) {
        gavePermission(user, refusal);
      }
      return renewed;
    } catch (AuthorizationRequiredException e) {
      if (user != null) {
        if (refusal.status() == 401 || users.current() == null) { // on 403 it still lists tools
          users.lost(user);
        }
        events.required(server, user, e.url(), refusal, page);
      }
      throw page == null
          ? e
          : new AuthorizationRequiredException(
              "a user must first grant access: redirect them to " + page, e.url(), e);
    }
  }

  private void gavePermission(@Nullable String user, Challenge refusal) {
    users.gavePermission(users.current());
    if (user != null && refusal.status() == 401) {
      isAnswered(user); // the user may have returned to another instance
    }
  }

  private void isAnswered(String user) {
    if (users.isShared()) {
      events.isAnsweredForAll(server);
    } else {
      events.isAnswered(server, user);
    }
  }

  /**
   * The authorization URL for the current user; {@code null} if they have a token. A refused token
   * does not count, so after a step-up challenge the URL requests the same scopes again.
   */
  @Nullable URI page() {
    String user = requireUser();
    Challenge refusal = events.refusal(server, user);
    try {
      if (renewed(refusal == null ? challenge : refusal)) {
        events.granted(server, user); // tools may not be listed yet
      }
      return null;
    } catch (AuthorizationRequiredException e) {
      return e.url();
    }
  }

  void complete(String query) {
    String user = requireUser();
    tokens().complete(query);
    users.gavePermission(user);
    isAnswered(user);
    events.granted(server, user);
  }

  void signOut() {
    String user = requireUser();
    try {
      tokens().signOut();
    } finally { // last: a request in flight still has the token
      boolean listed = users.lost(user);
      events.forget(server, user);
      signedOut.accept(listed);
    }
  }

  private String requireUser() {
    String user = users.person();
    if (user == null) {
      throw new IllegalStateException("no current user on this thread (CurrentUser)");
    }
    return user;
  }

  /**
   * The user on this thread, never the user whose token lists the tools: private results of that
   * user must not be cached for others.
   */
  @Override
  public @Nullable Object principal() {
    OAuthCredentials tokens = made;
    return tokens == null ? users.current() : tokens.principal();
  }

  @Override
  public void close() {
    kept.close();
    OAuthCredentials tokens = made;
    if (tokens != null) {
      tokens.close(); // ends pending logins
    }
  }

  @Override
  public String toString() {
    return "ServerCredentials[" + server + "]";
  }
}
