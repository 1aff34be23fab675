package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.oauth.OAuthCredentials;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tokens for protected servers of the properties ({@code oauth.grant}), for whoever is asking
 * on the calling thread: whether they have to give permission, where, and how they take it back.
 * Thread-safe; a bean.
 *
 * <pre>{@code
 * URI page = authorization.page("files");       // where to send the current user, null for nowhere
 * authorization.complete("files", query);       // what they came back with
 * authorization.signOut("files");
 * }</pre>
 *
 * <p>In a web application, {@code GET /mcp/oauth/authorize/files} and {@code GET
 * /mcp/oauth/callback/files} do the first two ({@link McpOAuthWebProperties}).
 */
public final class McpAuthorization implements ServerAuthorization, AutoCloseable {

  private final OAuthParts parts;
  private final AuthorizationNews news;
  private final Map<String, Entry> servers = new ConcurrentHashMap<>();

  /** What is not in use before the server that it is for is there. */
  private final ThreadLocal<@Nullable Replacement> replacement = new ThreadLocal<>();

  private record Entry(ServerCredentials credentials, McpOAuthProperties.Grant grant) {}

  private static final class Replacement {
    private @Nullable Entry made;
  }

  McpAuthorization(OAuthParts parts, AuthorizationNews news) {
    this.parts = parts;
    this.news = news;
  }

  @Override
  public Credentials credentials(String server, URI url, OAuthSettings settings) {
    Entry made = new Entry(OAuthAssembly.of(server, url, settings, parts, news), settings.grant());
    Replacement under = replacement.get();
    if (under == null) {
      become(server, made);
    } else {
      under.made = made;
    }
    return made.credentials();
  }

  private void become(String server, @Nullable Entry now) {
    Entry before = now == null ? servers.remove(server) : servers.put(server, now);
    if (before != null) {
      before.credentials().close();
    }
  }

  @Override
  public void replacing(String server, Runnable change) {
    Replacement fresh = new Replacement();
    replacement.set(fresh);
    boolean done = false;
    try {
      change.run();
      done = true;
    } finally {
      replacement.remove();
      if (done) {
        become(server, fresh.made);
      } else if (fresh.made != null) {
        fresh.made.credentials().close();
      }
    }
  }

  @Override
  public void removed(String server) {
    become(server, null);
    news.forgetAll(server);
    parts.memory().forget(server);
  }

  /**
   * The tokens of one server.
   *
   * @throws IllegalArgumentException if there is no such server with {@code oauth.grant}
   */
  public OAuthCredentials credentials(String server) {
    return of(server).tokens();
  }

  @Override
  public void toolsWanted() {
    servers.values().forEach(server -> server.credentials().toolsWanted());
  }

  /** The names of the servers with {@code oauth.grant}. */
  public List<String> servers() {
    return servers.keySet().stream().sorted().toList();
  }

  /**
   * Those to show a button for: the servers that have asked the current user for permission and did
   * not get it yet, and those of {@code oauth.grant=web} that list no tools because nobody has
   * given permission. Does no I/O.
   */
  public List<String> waiting() {
    return servers.entrySet().stream()
        .filter(server -> server.getValue().credentials().isWaiting())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /**
   * Where the current user has to give permission for a server of {@code oauth.grant=web}. May ask
   * the server's and the authorization server's metadata; blocks meanwhile.
   *
   * @return the page to send their browser to, and nobody else's: it holds a state, so it is
   *     nothing for a log. {@code null} if they have a token
   * @throws io.mcpbridge.oauth.OAuthException if that cannot be found out
   * @throws io.mcpbridge.error.McpUnavailableException if whoever knows it is away
   * @throws IllegalStateException if nobody is known on this thread
   * @throws IllegalArgumentException if there is no such server
   */
  public @Nullable URI page(String server) {
    return of(server).page();
  }

  /**
   * Takes what the current user came back with, and gets their token. The tools are listed again in
   * the background.
   *
   * @param query the query of the URL they came back to, as it came
   * @throws io.mcpbridge.oauth.OAuthException if it is not the answer to a request of that user, or
   *     gives no permission
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is away; they
   *     have to begin again
   * @throws IllegalStateException if nobody is known on this thread, or nobody is sent anywhere
   * @throws IllegalArgumentException if there is no such server
   */
  public void complete(String server, String query) {
    of(server).complete(query);
  }

  /**
   * Forgets the current user's token and revokes it, where the authorization server can be told. A
   * page that they were sent to from this instance gives them none any more, and what was connected
   * with the token is connected anew, or in other names.
   *
   * @throws io.mcpbridge.oauth.OAuthException if it could not be told; the token is forgotten all
   *     the same, unless an earlier run kept it and the server's metadata, by which it is found,
   *     cannot be read, or is known only by where the server points to when it refuses a request,
   *     and it has refused none
   * @throws io.mcpbridge.error.McpUnavailableException the same, where the authorization server, or
   *     whoever has that metadata, is away
   * @throws IllegalStateException if nobody is known on this thread
   * @throws IllegalArgumentException if there is no such server
   */
  public void signOut(String server) {
    of(server).signOut();
  }

  /** Whether users of this web application come back to it from a page for that server. */
  boolean isWeb(String server) {
    Entry known = servers.get(server);
    return known != null && known.grant() == McpOAuthProperties.Grant.WEB;
  }

  boolean hasWeb() {
    return servers.keySet().stream().anyMatch(this::isWeb);
  }

  /** Whether it is known who is on this thread, also where all users share a token. */
  boolean isSomebodyKnown() {
    return parts.currentUser() != null;
  }

  private ServerCredentials of(String server) {
    Entry known = servers.get(server);
    if (known == null) {
      throw new IllegalArgumentException("there is no server of that name with oauth.grant");
    }
    return known.credentials();
  }

  @Override
  public void close() {
    servers.values().forEach(server -> server.credentials().close());
    news.close();
  }
}
