package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the credentials of each server, since new ones would end a login that waits for its user:
 * for the users of a server with {@code per-user}, who have a connection each, and for servers of
 * files, which are read again after every change.
 */
public final class SharedAuthorization implements ServerAuthorization {

  private final Supplier<@Nullable ServerAuthorization> all;
  private final boolean followsSettings;
  private final Map<String, Shared> servers = new ConcurrentHashMap<>();

  private record Shared(Object settings, Credentials credentials) {}

  /**
   * @param all supplies {@code null} without {@code mcp-oauth}
   * @param followsSettings whether a server whose settings changed gets new credentials
   */
  public SharedAuthorization(Supplier<@Nullable ServerAuthorization> all, boolean followsSettings) {
    this.all = all;
    this.followsSettings = followsSettings;
  }

  boolean isAvailable() {
    return all.get() != null;
  }

  private ServerAuthorization all() {
    return Objects.requireNonNull(all.get());
  }

  @Override
  public Credentials credentials(String server, URI url, OAuthSettings settings) {
    Object current = List.of(url, settings.layers(), settings.login());
    return servers.compute(
            server,
            (name, shared) ->
                shared != null && (!followsSettings || shared.settings.equals(current))
                    ? shared
                    : new Shared(current, all().credentials(server, url, settings)))
        .credentials;
  }

  @Override
  public boolean canLogIn(OAuthSettings settings) {
    return all().canLogIn(settings);
  }

  /** Forgets all servers except these. */
  void retain(Set<String> names) {
    for (String name : Set.copyOf(servers.keySet())) {
      if (!names.contains(name) && servers.remove(name) != null) {
        all().removed(name);
      }
    }
  }
}
