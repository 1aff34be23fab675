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

  private static final Challenge BARE_CHALLENGE = new Challenge(401, List.of("Bearer"), null, null);

  private final String server;
  private final URI url;
  private final OAuthCredentialsBuilder builder;
  private final TokenPrincipals users;
  private final AuthorizationEvents events;
  private final @Nullable String authorizationPage;
  private final Consumer<Boolean> signedOut;

  private final StoredTokenLookup storedTokens;

  /** The last 401 challenge of the server. */
  private volatile Challenge challenge = BARE_CHALLENGE;

  /** Whether the server refused a request without a user's token. */
  private volatile boolean requiresAuthorization;

  private volatile @Nullable OAuthCredentials created;

  /**
   * @param authorizationPage description of the page where users of a web application give
   *     permission; {@code null} if there is none
   * @param signedOut called when a user has signed out, with whether tools were listed with their
   *     token
   */
  ServerCredentials(
      String server,
      URI url,
      OAuthCredentialsBuilder builder,
      TokenPrincipals users,
      AuthorizationEvents events,
      @Nullable String authorizationPage,
      Consumer<Boolean> signedOut) {
    this.server = server;
    this.url = url;
    this.builder = builder;
    this.users = users;
    this.events = events;
    this.authorizationPage = authorizationPage;
    this.signedOut = signedOut;
    this.storedTokens =
        new StoredTokenLookup(
            server, users, events, this::awaitsFirstAuthorization, this::hasUsableToken);
  }

  /** Whether users give permission for the server in this web application. */
  boolean isWeb() {
    return authorizationPage != null;
  }

  OAuthCredentials tokens() {
    OAuthCredentials credentials = created;
    if (credentials == null) {
      synchronized (builder) { // building does no I/O
        credentials = created == null ? builder.build() : created;
        created = credentials;
      }
    }
    return credentials;
  }

  /**
   * Whether the current user can be sent to give permission: they were asked and have not given it,
   * or no tools are listed because no user has given it. Does no I/O.
   */
  boolean isWaiting() {
    String user = users.currentUser();
    if (user == null) {
      return false;
    }
    lookUpStoredToken();
    return events.isWaiting(server, user)
        || (authorizationPage != null && awaitsFirstAuthorization());
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    users.selectFor(request);
    OAuthCredentials tokens = created;
    Map<String, String> headers =
        tokens == null ? Map.of() : users.asSelectedUser(() -> tokens.headersFor(request));
    if (!headers.isEmpty()) {
      users.recordToken();
    }
    return headers;
  }

  @Override
  public boolean renew(Challenge refusal) {
    return users.asSelectedUser(() -> renewForSelectedUser(refusal));
  }

  private boolean renewForSelectedUser(Challenge refusal) {
    if (refusal.status() == 401) {
      challenge = new Challenge(401, refusal.wwwAuthenticate(), null, null);
    }
    if (users.userToAuthorize() == null) {
      return users.isShared() ? renewSharedToken(refusal) : refuseWithoutUser(refusal);
    }
    boolean awaited = awaitsFirstAuthorization();
    boolean renewed = renewOrRequireAuthorization(refusal);
    String user = users.currentUser();
    if (renewed && awaited && user != null) {
      events.tokenFound(server, user);
    }
    return renewed;
  }

  private boolean refuseWithoutUser(Challenge refusal) {
    if (refusal.status() != 401) {
      return false; // step-up needs a user
    }
    tokens().renew(refusal); // gets no token here; signOut() may need the challenge
    requiresAuthorization = true;
    throw McpAuthorizationException.userRequired(
        (users.lacksListingPrincipal()
                ? ""
                : "no current user on this thread (CurrentUser; in WebFlux, RunAs sets it), so"
                    + " no token is used: ")
            + "each user must first grant access: redirect them to "
            + (authorizationPage == null ? "the page of McpAuthorization" : authorizationPage)
            + ", or sign them in if there is no current user (CurrentUser; in WebFlux, RunAs)",
        null);
  }

  /** Loads or refreshes a shared token; only a known user can begin an authorization. */
  private boolean renewSharedToken(Challenge refusal) {
    Challenge background =
        new Challenge(
            refusal.status(),
            refusal.wwwAuthenticate(),
            refusal.dpopNonce(),
            refusal.authorization(),
            true,
            refusal.waitContext());
    if (tokens().renew(background)) {
      recordAuthorization(users.tokenOwner(), refusal);
      return true;
    }
    if (refusal.status() != 401) {
      return false;
    }
    users.recordTokenLoss(users.tokenOwner());
    requiresAuthorization = true;
    throw McpAuthorizationException.userRequired(
        "a user must first grant access for all: redirect them to " + authorizationPage, null);
  }

  /** Whether no tools are listed because no user has given permission. */
  private boolean awaitsFirstAuthorization() {
    return requiresAuthorization && users.lacksListingPrincipal();
  }

  /** Looks for a stored token of the current user in the background. Does no I/O itself. */
  void lookUpStoredToken() {
    storedTokens.lookUpCurrentUser();
  }

  /**
   * Whether a token can be loaded or obtained without user interaction. A refused token does not
   * count.
   */
  private boolean hasUsableToken() {
    String user = users.userToAuthorize();
    Challenge pending = user == null ? null : events.refusal(server, user);
    String refused = pending == null || pending.status() != 401 ? null : pending.authorization();
    return hasTokenOtherThan(refused)
        || (refused != null && hasTokenOtherThan(null) && !refused.equals(authorization()));
  }

  /**
   * Whether there is a token other than the refused one; {@code null} for any token. If the refused
   * token is no longer in use, the store is read only for {@code null}.
   */
  private boolean hasTokenOtherThan(@Nullable String refused) {
    return tokens().renew(new Challenge(401, challenge.wwwAuthenticate(), null, refused, true));
  }

  private @Nullable String authorization() {
    return tokens().headersFor(new OutgoingRequest("GET", url, new byte[0])).get("Authorization");
  }

  private boolean renewOrRequireAuthorization(Challenge refusal) {
    String user = users.userToAuthorize();
    try {
      boolean renewed = tokens().renew(refusal);
      if (renewed) {
        recordAuthorization(user, refusal);
      }
      return renewed;
    } catch (AuthorizationRequiredException e) {
      if (user != null) {
        if (refusal.status() == 401 || users.tokenOwner() == null) { // on 403 it still lists tools
          users.recordTokenLoss(user);
        }
        events.required(server, user, e.url(), refusal, authorizationPage);
      }
      throw authorizationPage == null
          ? e
          : new AuthorizationRequiredException(
              "a user must first grant access: redirect them to " + authorizationPage, e.url(), e);
    }
  }

  private void recordAuthorization(@Nullable String user, Challenge refusal) {
    users.recordAuthorization(users.tokenOwner());
    if (user != null && refusal.status() == 401) {
      forgetRefusal(user); // the user may have returned to another instance
    }
  }

  private void forgetRefusal(String user) {
    if (users.isShared()) {
      events.forgetRefusals(server);
    } else {
      events.forgetRefusal(server, user);
    }
  }

  /**
   * Returns the authorization URL for the current user; {@code null} if they have a token. Loads or
   * refreshes that token if necessary. A refused token does not count, so after a step-up challenge
   * the URL requests the same scopes again.
   */
  @Nullable URI beginAuthorization() {
    String user = requireUser();
    Challenge refusal = events.refusal(server, user);
    try {
      if (renewOrRequireAuthorization(refusal == null ? challenge : refusal)) {
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
    users.recordAuthorization(user);
    forgetRefusal(user);
    events.granted(server, user);
  }

  void signOut() {
    String user = requireUser();
    try {
      tokens().signOut();
    } finally { // last: a request in flight still has the token
      boolean listed = users.recordTokenLoss(user);
      events.forget(server, user);
      signedOut.accept(listed);
    }
  }

  private String requireUser() {
    String user = users.currentUser();
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
    OAuthCredentials tokens = created;
    return tokens == null ? users.tokenOwner() : tokens.principal();
  }

  @Override
  public void close() {
    storedTokens.close();
    OAuthCredentials tokens = created;
    if (tokens != null) {
      tokens.close(); // ends pending logins
    }
  }

  @Override
  public String toString() {
    return "ServerCredentials[" + server + "]";
  }
}
