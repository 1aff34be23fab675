package io.mcpbridge.config;

import io.mcpbridge.config.internal.entry.EntryLogin;
import io.mcpbridge.config.internal.entry.EntryTarget;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The URL server of one entry, with variables replaced, and the OAuth login that the entry asks
 * for. Also the server behind {@code npx mcp-remote <url>}, to which the client connects directly.
 * Immutable; {@code toString} shows no values.
 *
 * @see ServersFiles.Builder#http
 */
public final class RemoteServer {

  private final String name;
  private final EntryTarget target;
  private final URI url;

  RemoteServer(String name, EntryTarget target) {
    this.name = name;
    this.target = target;
    this.url = URI.create(target.url());
  }

  /** The key in the file, which is also the name in the catalog. */
  public String name() {
    return name;
  }

  /** The full URL. May contain secrets. */
  public URI url() {
    return url;
  }

  /** The entry's headers, including {@code --header} of {@code mcp-remote}. May contain secrets. */
  public Map<String, String> headers() {
    return target.headers();
  }

  /**
   * Whether the entry asks for an OAuth login: it wraps {@code mcp-remote}, has {@code "auth":
   * "oauth"}, or an OAuth client in {@code oauth} or {@code auth}; and has no {@code Authorization}
   * header.
   */
  public boolean wantsLogin() {
    return target.login() != null;
  }

  /**
   * The public OAuth client of {@code oauth}, {@code auth} or {@code --static-oauth-client-info};
   * {@code null} if there is none.
   */
  public @Nullable String clientId() {
    return login().clientId();
  }

  /**
   * The client name of {@code --static-oauth-client-metadata}, for dynamic registration; {@code
   * null} if there is none.
   */
  public @Nullable String clientName() {
    return login().clientName();
  }

  /**
   * The scopes of {@code oauth}, {@code auth} or {@code --static-oauth-client-metadata}; empty for
   * those the server names.
   */
  public List<String> scopes() {
    return login().scopes();
  }

  /**
   * The loopback redirect URI that the {@link #clientId} is registered with, from {@code
   * callbackPort}, or from the port, {@code --host} and {@code --callback-path}; {@code null} for a
   * free port.
   */
  public @Nullable URI redirectUri() {
    return login().redirectUri();
  }

  /** How long to wait for the user ({@code --auth-timeout}); {@code null} for the default. */
  public @Nullable Duration loginTimeout() {
    return login().timeout();
  }

  /** Whether the token may be sent over plain HTTP ({@code --allow-http}). */
  public boolean allowsPlainHttp() {
    return login().allowPlainHttp();
  }

  private EntryLogin login() {
    EntryLogin login = target.login();
    return login == null ? EntryLogin.PLAIN : login;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RemoteServer that
        && name.equals(that.name)
        && target.equals(that.target);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, target);
  }

  @Override
  public String toString() {
    return "RemoteServer[" + name + ", wantsLogin=" + wantsLogin() + "]";
  }
}
