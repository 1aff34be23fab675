package io.mcpbridge.oauth;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.internal.discovery.AuthChallenge;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.http.UrlRules;
import io.mcpbridge.oauth.internal.token.CurrentToken;
import io.mcpbridge.oauth.internal.token.DPoPKey;
import io.mcpbridge.oauth.internal.token.WebFlow;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tokens for one protected MCP server: requested when the server asks for one, refreshed when they
 * expire, and never sent to any other server. Thread-safe.
 *
 * <pre>{@code
 * String url = "https://mcp.example.com/mcp";
 * OAuthCredentials credentials =
 *     OAuthCredentials.builder(url).prompt(LoopbackPrompt.openingBrowser()).build();
 * McpClient client =
 *     McpClient.of(StreamableHttpTransport.builder(URI.create(url)).credentials(credentials).build());
 * }</pre>
 *
 * <p>Nothing is requested before the server refuses a request. Then the credentials read the
 * metadata of the server and of its authorization server, register the client if necessary, get a
 * token by the configured flow, and the request is repeated. Concurrent requests of the same
 * principal share one authorization. Each waits on its own thread until its deadline at most;
 * meanwhile the authorization goes on in the background, and the next request has the token.
 */
public final class OAuthCredentials implements Credentials, AutoCloseable {

  /** How many principals are cached; the token of an evicted one is still in the store. */
  private static final int MAX_PRINCIPALS = 10_000;

  private final PrincipalToken.Shared shared;
  private final Supplier<? extends @Nullable String> principal;
  private final LruMap<String, PrincipalToken> principalTokens = new LruMap<>(MAX_PRINCIPALS);

  /** An identity for each sign-in, so that nothing cached for one is used after the next. */
  private final LruMap<String, Object> signedIn = new LruMap<>(MAX_PRINCIPALS);

  private volatile @Nullable AuthChallenge lastChallenge;
  private volatile boolean closed;

  OAuthCredentials(PrincipalToken.Shared shared, Supplier<? extends @Nullable String> principal) {
    this.shared = shared;
    this.principal = principal;
  }

  /**
   * Creates a builder for the URL of the MCP server, as its transport has it.
   *
   * @throws IllegalArgumentException if it is not an absolute http(s) URL
   */
  public static OAuthCredentialsBuilder builder(String serverUrl) {
    return new OAuthCredentialsBuilder(URI.create(serverUrl));
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    PrincipalToken holder = principalToken();
    OAuthToken token =
        holder == null || !isOurs(request.uri()) ? null : holder.token(request.waitContext());
    if (holder == null || token == null) {
      return Map.of();
    }
    String authorization = CurrentToken.header(token);
    DPoPKey key = DPoPKey.of(token);
    if (key == null) {
      return Map.of("Authorization", authorization);
    }
    String proof = key.proof(request.method(), request.uri(), token.accessToken(), holder.nonce());
    return Map.of("Authorization", authorization, "DPoP", proof);
  }

  /** Protects the token if these credentials are configured for another server by mistake. */
  private boolean isOurs(URI uri) {
    return UrlRules.origin(uri).equals(UrlRules.origin(shared.server()));
  }

  @Override
  public boolean renew(Challenge challenge) {
    AuthChallenge read = AuthChallenge.of(challenge.wwwAuthenticate(), challenge.authorization());
    if (challenge.status() == 401) {
      lastChallenge = read;
    }
    PrincipalToken holder = principalToken();
    if (holder == null || closed) {
      return false;
    }
    Discovery discovery = shared.discovery();
    if (challenge.status() == 401 && challenge.authorization() != null) {
      discovery.forget(); // the server may have moved to another authorization server
    }
    return discovery.relying(() -> holder.renew(challenge, read));
  }

  /** Differs after a sign-out, so that private results cached before are not reused. */
  @Override
  public @Nullable Object principal() {
    String who = principal.get();
    return who == null ? null : new Principal(who, signedIn.computeIfAbsent(who, Object::new));
  }

  private record Principal(String name, Object since) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Completes the authorization of an {@link
   * io.mcpbridge.oauth.core.AuthorizationRequiredException} with the query of the callback, and
   * gets the token. Call it on a thread on which the user is the {@link
   * OAuthCredentialsBuilder#principal}, or the {@link OAuthCredentialsBuilder#user} if users share
   * a token, such as in the handler of the redirect URI.
   *
   * @param query the raw query of the URL that the user was redirected to
   * @throws OAuthException if it does not answer a pending request of that user, or the
   *     authorization was denied
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away: the
   *     code is used up, and the user has to be redirected again
   * @throws IllegalStateException if no {@link OAuthCredentialsBuilder#redirectUri} was configured
   */
  public void complete(String query) {
    if (!(shared.flow() instanceof WebFlow web)) {
      throw new IllegalStateException("no redirectUri configured");
    }
    String who = principal.get();
    PrincipalToken holder = principalToken();
    if (who == null || holder == null) {
      throw new OAuthException("no principal on this thread");
    }
    String user = web.userOnThisThread(who);
    holder.accept(() -> shared.discovery().relying(() -> web.complete(query, who, user)));
  }

  /**
   * Removes the token of the current thread's principal, including one stored by an earlier run,
   * and revokes it if the authorization server supports revocation. Authorization pages that this
   * instance opened for the principal become invalid.
   *
   * @throws OAuthException if the revocation failed. The token is removed nevertheless, unless an
   *     earlier run stored it and the server's metadata, which is needed to find it, cannot be
   *     read, or is named only by a challenge and the server has not sent one yet
   * @throws io.mcpbridge.error.McpUnavailableException the same, if the authorization server or the
   *     metadata endpoint is away
   */
  public void signOut() {
    String who = principal.get();
    PrincipalToken holder = principalToken();
    if (who == null || holder == null) {
      return;
    }
    try {
      if (shared.flow() instanceof WebFlow web) {
        web.forget(who);
      }
    } finally {
      signedIn.remove(who);
      try {
        holder.signOut(lastChallenge);
      } finally {
        signedIn.remove(who); // not for the next sign-in
        shared.discovery().forget();
      }
    }
  }

  /**
   * Ends the pause after a failure for the principal of this thread: the next request may ask the
   * user, or the authorization server, at once. For a retry button; do not call it before each
   * request.
   */
  public void askAgain() {
    PrincipalToken holder = principalToken();
    if (holder != null) {
      holder.askAgain();
    }
  }

  /** Anonymous calls get no token. */
  private @Nullable PrincipalToken principalToken() {
    String who = principal.get();
    return who == null
        ? null
        : principalTokens.computeIfAbsent(who, () -> new PrincipalToken(shared, who));
  }

  /**
   * Stops all authorizations: pending ones are canceled, which releases the listener of the prompt,
   * and no new ones start. Tokens remain, and requests in flight keep theirs. Idempotent; optional
   * for credentials that do not ask a user.
   */
  @Override
  public void close() {
    closed = true;
    principalTokens.values().forEach(holder -> holder.giveUpAsking("the credentials were closed"));
  }

  @Override
  public String toString() {
    return "OAuthCredentials[" + shared.server().getHost() + "]";
  }
}
