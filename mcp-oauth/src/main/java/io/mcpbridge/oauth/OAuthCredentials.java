package io.mcpbridge.oauth;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tokens for one protected MCP server, had when the server asks for one, renewed when they end, and
 * never shown to anybody else. Thread-safe.
 *
 * <pre>{@code
 * String url = "https://mcp.example.com/mcp";
 * OAuthCredentials credentials =
 *     OAuthCredentials.builder(url).prompt(LoopbackPrompt.openingBrowser()).build();
 * McpClient client =
 *     McpClient.builder(StreamableHttpTransport.builder(URI.create(url)).credentials(credentials).build())
 *         .build();
 * }</pre>
 *
 * <p>Nothing is asked for before the server refuses a request. Then the server's metadata is read,
 * the authorization server's, this client is registered there if need be, a token is had by the
 * flow that was configured, and the request is repeated. Everybody else who waits for a token in
 * the same name waits for that one. Each waits on the thread of the request, and no longer than
 * that may take; meanwhile it goes on in the background, and the next request has the token.
 */
public final class OAuthCredentials implements Credentials, AutoCloseable {

  /**
   * So many principals are remembered at once; one that is forgotten has its token in the store.
   */
  private static final int MAX_PRINCIPALS = 10_000;

  private final TokenHolder.Shared shared;
  private final Supplier<? extends @Nullable String> principal;
  private final LastUsed<String, TokenHolder> holders = new LastUsed<>(MAX_PRINCIPALS);

  /** Since when each is who they are: what was kept for somebody is not for who signs in later. */
  private final LastUsed<String, Object> signedIn = new LastUsed<>(MAX_PRINCIPALS);

  private volatile @Nullable AuthChallenge lastChallenge;
  private volatile boolean closed;

  OAuthCredentials(TokenHolder.Shared shared, Supplier<? extends @Nullable String> principal) {
    this.shared = shared;
    this.principal = principal;
  }

  /**
   * Begins with the URL of the MCP server, as its transport has it.
   *
   * @throws IllegalArgumentException if it is not an absolute http(s) URL
   */
  public static OAuthCredentialsBuilder builder(String serverUrl) {
    return new OAuthCredentialsBuilder(URI.create(serverUrl));
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    TokenHolder holder = holder();
    OAuthToken token =
        holder == null || !isOurs(request.uri()) ? null : holder.token(request.patience());
    if (holder == null || token == null) {
      return Map.of();
    }
    String authorization = Standing.header(token);
    ProofKey key = token.proofKey();
    if (key == null) {
      return Map.of("Authorization", authorization);
    }
    String proof = key.proof(request.method(), request.uri(), token.accessToken(), holder.nonce());
    return Map.of("Authorization", authorization, "DPoP", proof);
  }

  /** A token is for one server, whoever is given these credentials by mistake. */
  private boolean isOurs(URI uri) {
    return ResourceMetadata.origin(uri).equals(ResourceMetadata.origin(shared.server()));
  }

  @Override
  public boolean renew(Challenge challenge) {
    AuthChallenge read = AuthChallenge.of(challenge.wwwAuthenticate(), challenge.authorization());
    if (challenge.status() == 401) {
      lastChallenge = read;
    }
    TokenHolder holder = holder();
    if (holder == null || closed) {
      return false;
    }
    Discovery discovery = shared.discovery();
    if (challenge.status() == 401 && challenge.authorization() != null) {
      discovery.forget(); // perhaps the server trusts another authorization server now
    }
    return discovery.relying(() -> holder.renew(challenge, read));
  }

  /** Another one once they have signed out: nothing private of before is read again. */
  @Override
  public @Nullable Object principal() {
    String who = principal.get();
    return who == null ? null : new Principal(who, signedIn.getOrMake(who, Object::new));
  }

  private record Principal(String name, Object since) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Takes what a user came back with from the page of an {@link AuthorizationRequiredException},
   * and gets the token. Called on a thread on which that user is the {@link
   * OAuthCredentialsBuilder#principal}, or the {@link OAuthCredentialsBuilder#user} where users
   * share a token, as where the application serves its redirect URI.
   *
   * @param query the query of the URL they were sent back to, as it came
   * @throws OAuthException if it is not the answer to a request of that user, or gives no
   *     permission
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away: what
   *     they came back with is used up, and they have to be sent there again
   * @throws IllegalStateException if no {@link OAuthCredentialsBuilder#redirectUri} was configured
   */
  public void complete(String query) {
    if (!(shared.flow() instanceof WebFlow web)) {
      throw new IllegalStateException("nobody is sent anywhere: no redirectUri was configured");
    }
    String who = principal.get();
    TokenHolder holder = holder();
    if (who == null || holder == null) {
      throw new OAuthException("nobody is asking on this thread (principal)");
    }
    String user = web.userOnThisThread(who);
    holder.accept(() -> shared.discovery().relying(() -> web.complete(query, who, user)));
  }

  /**
   * Forgets the token of whoever is asking on this thread and revokes it, where the authorization
   * server can be told. That may be one that an earlier run has kept. A page that they were sent to
   * from this instance of the application gives them none any more.
   *
   * @throws OAuthException if it could not be told; the token is forgotten all the same, unless an
   *     earlier run kept it and the server's metadata, by which it is found, cannot be read, or is
   *     known only by where the server points to when it refuses a request, and it has refused none
   * @throws io.mcpbridge.error.McpUnavailableException the same, where the authorization server, or
   *     whoever has that metadata, is away
   */
  public void signOut() {
    String who = principal.get();
    TokenHolder holder = holder();
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
        signedIn.remove(who); // what was asked before the token was gone is not for who comes next
        shared.discovery().forget();
      }
    }
  }

  /**
   * Ends the pause after a failure for whoever is asking on this thread: the next request may ask
   * them, or the authorization server, at once. For a button with which they say that they are
   * there now; not to be called before each request.
   */
  public void askAgain() {
    TokenHolder holder = holder();
    if (holder != null) {
      holder.askAgain();
    }
  }

  /** Nobody has no token. */
  private @Nullable TokenHolder holder() {
    String who = principal.get();
    return who == null ? null : holders.getOrMake(who, () -> new TokenHolder(shared, who));
  }

  /**
   * Ends with the application: nobody is asked for permission any more, and who is being asked is
   * waited for no longer, so that the prompt lets go of what it listens at. Tokens stay, and
   * requests still under way have theirs. Harmless when repeated; there is no need to close what
   * asks nobody.
   */
  @Override
  public void close() {
    closed = true;
    holders.values().forEach(holder -> holder.giveUpAsking("the credentials were closed"));
  }

  @Override
  public String toString() {
    return "OAuthCredentials[" + shared.server().getHost() + "]";
  }
}
