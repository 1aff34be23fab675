package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.oauth.AuthorizationRequiredException;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of one server, with a memory of whom it waits for. What gets tokens is made when
 * the server wants one first: until then, nothing of it is loaded.
 */
final class ServerCredentials implements Credentials, AutoCloseable {

  private static final Challenge ANY = new Challenge(401, List.of("Bearer"), null, null);

  private final String server;
  private final URI url;
  private final OAuthCredentialsBuilder builder;
  private final Users users;
  private final AuthorizationNews news;
  private final @Nullable String page;
  private final Consumer<Boolean> signedOut;

  private final KeptTokens kept;

  /** What the server last said about where to get a token. */
  private volatile Challenge challenge = ANY;

  /** Whether the server refused what was asked in nobody's name. */
  private volatile boolean refusesNobody;

  private volatile @Nullable OAuthCredentials made;

  /**
   * @param page where users of a web application give permission, in words; {@code null} if it has
   *     none
   * @param signedOut told when a user has signed out, and whether tools were listed in their name
   */
  ServerCredentials(
      String server,
      URI url,
      OAuthCredentialsBuilder builder,
      Users users,
      AuthorizationNews news,
      @Nullable String page,
      Consumer<Boolean> signedOut) {
    this.server = server;
    this.url = url;
    this.builder = builder;
    this.users = users;
    this.news = news;
    this.page = page;
    this.signedOut = signedOut;
    this.kept = new KeptTokens(server, users, news, this::isListedForNobody, this::hasKept);
  }

  OAuthCredentials tokens() {
    OAuthCredentials known = made;
    if (known == null) {
      synchronized (builder) { // making them does no I/O
        known = made == null ? builder.build() : made;
        made = known;
      }
    }
    return known;
  }

  /**
   * Whether the current user may be sent somewhere to give permission: they were asked and did not
   * give it, or tools are not listed, because nobody has. Does no I/O.
   */
  boolean isWaiting() {
    String user = users.person();
    if (user == null) {
      return false;
    }
    toolsWanted();
    return news.isWaiting(server, user) || (page != null && isListedForNobody());
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
    if (users.asked() == null) {
      return users.isShared() ? renewedForAll(refusal) : refusedForNobody(refusal);
    }
    boolean isAwaited = isListedForNobody();
    boolean renewed = renewed(refusal);
    String user = users.person();
    if (renewed && isAwaited && user != null) {
      news.found(server, user);
    }
    return renewed;
  }

  private boolean refusedForNobody(Challenge refusal) {
    if (refusal.status() != 401) {
      return false; // nobody is to be asked for more
    }
    tokens().renew(refusal); // which nobody has; signing out may need to know what it says
    refusesNobody = true;
    throw permissionFirst(
        (users.isNobodyLending()
                ? ""
                : "nobody is known on this thread (CurrentUser; in WebFlux, InNameOf says who it"
                    + " is), so no token is used: ")
            + "a user has to give permission first, each for themselves: send them to "
            + (page == null ? "the page of McpAuthorization" : page)
            + ", or sign them in where nobody is known (CurrentUser; in WebFlux, InNameOf)");
  }

  /** What all share may be kept or renewed; only a user who is known begins an authorization. */
  private boolean renewedForAll(Challenge refusal) {
    Challenge background =
        new Challenge(
            refusal.status(),
            refusal.wwwAuthenticate(),
            refusal.dpopNonce(),
            refusal.authorization(),
            true,
            refusal.patience());
    if (tokens().renew(background)) {
      gavePermission(users.current(), refusal);
      return true;
    }
    if (refusal.status() != 401) {
      return false;
    }
    users.lost(users.current());
    refusesNobody = true;
    throw permissionFirst("a user has to give permission for all first: send them to " + page);
  }

  private static McpHttpStatusException permissionFirst(String message) {
    return new McpHttpStatusException(message, 401, null, null);
  }

  /** Whether tools are not listed, because nobody is known in whose name they could be. */
  private boolean isListedForNobody() {
    return refusesNobody && users.isNobodyLending();
  }

  /** The user on this thread wants tools: perhaps their token is kept. Does no I/O. */
  void toolsWanted() {
    kept.lookForWhoeverIsHere();
  }

  /** Asks no person; gets a token where nobody has to be asked. One that was refused is none. */
  private boolean hasKept() {
    String user = users.asked();
    Challenge asked = user == null ? null : news.refusal(server, user);
    String refused = asked == null || asked.status() != 401 ? null : asked.authorization();
    return hasAnother(refused)
        || (refused != null && hasAnother(null) && !refused.equals(authorization()));
  }

  /** Than that one. Where it is not in use any more, only without it is looked into the store. */
  private boolean hasAnother(@Nullable String refused) {
    return tokens().renew(new Challenge(401, challenge.wwwAuthenticate(), null, refused, true));
  }

  private @Nullable String authorization() {
    return tokens().headersFor(new OutgoingRequest("GET", url, new byte[0])).get("Authorization");
  }

  private boolean renewed(Challenge refusal) {
    String user = users.asked();
    try {
      boolean renewed = tokens().renew(refusal);
      if (renewed) {
        gavePermission(user, refusal);
      }
      return renewed;
    } catch (AuthorizationRequiredException e) {
      if (user != null) {
        if (refusal.status() == 401 || users.current() == null) { // or it is good for the list
          users.lost(user);
        }
        news.required(server, user, e.url(), refusal, page);
      }
      throw page == null ? e : sentTo(page, e);
    }
  }

  private void gavePermission(@Nullable String user, Challenge refusal) {
    users.gavePermission(users.current());
    if (user != null && refusal.status() == 401) {
      isAnswered(user); // perhaps they came back to another instance
    }
  }

  private void isAnswered(String user) {
    if (users.isShared()) {
      news.isAnsweredForAll(server);
    } else {
      news.isAnswered(server, user);
    }
  }

  private static AuthorizationRequiredException sentTo(
      String page, AuthorizationRequiredException required) {
    AuthorizationRequiredException told =
        new AuthorizationRequiredException(
            "a user has to give permission first: send them to " + page, required.url());
    told.initCause(required);
    return told;
  }

  /**
   * Where the current user has to go; {@code null} if there is a token. One that was refused is
   * none, so whoever was asked for more is asked again for just that.
   */
  @Nullable URI page() {
    String user = requireUser();
    Challenge refusal = news.refusal(server, user);
    try {
      if (renewed(refusal == null ? challenge : refusal)) {
        news.granted(server, user); // perhaps the tools are not listed yet
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
    news.granted(server, user);
  }

  void signOut() {
    String user = requireUser();
    try {
      tokens().signOut();
    } finally { // not before: a request under way still has the token, and would count as theirs
      boolean listed = users.lost(user);
      news.forget(server, user);
      signedOut.accept(listed);
    }
  }

  private String requireUser() {
    String user = users.person();
    if (user == null) {
      throw new IllegalStateException("nobody is known on this thread (CurrentUser)");
    }
    return user;
  }

  /** Only of whoever is on this thread: what is private to a lender is not kept for others. */
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
      tokens.close(); // or a person would sign in an application that is gone
    }
  }

  @Override
  public String toString() {
    return "ServerCredentials[" + server + "]";
  }
}
