package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.OAuthCredentials;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Manages the tokens of the servers with {@code auth.type=oauth2}, for the user on the calling
 * thread: whether they have to give permission, at which URL, and how they revoke it. Thread-safe;
 * a bean.
 *
 * <pre>{@code
 * URI page = authorization.page("files");       // where to send the current user, null for nowhere
 * authorization.complete("files", query);       // what they came back with
 * authorization.signOut("files");
 * }</pre>
 *
 * <p>In a web application, {@code GET /mcp/oauth/authorize/files} and {@code GET
 * /mcp/oauth/callback/files} do the first two ({@link
 * io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties}).
 */
public final class McpAuthorization {

  private final OAuthServers servers;

  McpAuthorization(OAuthServers servers) {
    this.servers = servers;
  }

  /**
   * The tokens of one server.
   *
   * @throws IllegalArgumentException if no server of that name has {@code auth.type=oauth2}
   */
  public OAuthCredentials credentials(String server) {
    return servers.of(server).tokens();
  }

  /** The names of the servers with {@code auth.type=oauth2}. */
  public List<String> servers() {
    return servers.names(credentials -> true);
  }

  /**
   * The servers to show an authorization button for: those that asked the current user for
   * permission and have not got it, and those of {@code auth.oauth2.redirect-uri} that list no
   * tools because no user has given permission. Does no I/O.
   */
  public List<String> waiting() {
    return servers.names(ServerCredentials::isWaiting);
  }

  /**
   * Returns the URL where the current user gives permission for a server of {@code
   * auth.oauth2.redirect-uri}. May fetch the metadata of the server and of the authorization
   * server; blocks meanwhile.
   *
   * @return the URL to send only this user's browser to; {@code null} if they have a token. It
   *     contains a state, so do not log it
   * @throws io.mcpbridge.oauth.core.OAuthException if the URL cannot be determined
   * @throws io.mcpbridge.error.McpUnavailableException if a metadata endpoint is unavailable
   * @throws IllegalStateException if there is no current user
   * @throws IllegalArgumentException if there is no such server
   */
  public @Nullable URI page(String server) {
    return servers.of(server).beginAuthorization();
  }

  /**
   * Handles the redirect of the current user and gets their token. The tools are listed again in
   * the background.
   *
   * @param query the raw query of the redirect URL
   * @throws io.mcpbridge.oauth.core.OAuthException if it is not the response to a request of this
   *     user, or the user denied access
   * @throws io.mcpbridge.error.McpUnavailableException if the authorization server is unavailable;
   *     the user has to begin again
   * @throws IllegalStateException if there is no current user, or the server has no redirect URI
   * @throws IllegalArgumentException if there is no such server
   */
  public void complete(String server, String query) {
    servers.of(server).complete(query);
  }

  /**
   * Deletes the current user's token and revokes it at the authorization server (RFC 7009), if that
   * supports it. Authorization URLs that this instance gave the user stop working. Connections made
   * with the token are closed and opened again, or use another user's token.
   *
   * @throws io.mcpbridge.oauth.core.OAuthException if the revocation failed. The token is deleted
   *     all the same, unless an earlier run stored it and the server's metadata, by which it is
   *     looked up, cannot be read, or its URL is only known from a 401 response and there has been
   *     none
   * @throws io.mcpbridge.error.McpUnavailableException likewise, if the authorization server or the
   *     metadata endpoint is unavailable
   * @throws IllegalStateException if there is no current user
   * @throws IllegalArgumentException if there is no such server
   */
  public void signOut(String server) {
    servers.of(server).signOut();
  }

  OAuthServers registry() {
    return servers;
  }
}
