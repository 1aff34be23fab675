package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the credentials of servers of files. Files are read again after every change, and the
 * credentials of an unchanged entry are in use: new ones would end a login that waits for its user.
 */
final class FileAuthorization implements ServerAuthorization {

  private final ServerAuthorization all;
  private final Map<String, Kept> servers = new ConcurrentHashMap<>();

  private record Kept(Object settings, Credentials credentials) {}

  FileAuthorization(ServerAuthorization all) {
    this.all = all;
  }

  @Override
  public Credentials credentials(String server, URI url, OAuthSettings settings) {
    Object wanted = List.of(url, settings.layers(), settings.login());
    return servers.compute(
            server,
            (name, kept) ->
                kept != null && kept.settings.equals(wanted)
                    ? kept
                    : new Kept(wanted, all.credentials(server, url, settings)))
        .credentials;
  }

  @Override
  public boolean canLogIn(OAuthSettings settings) {
    return all.canLogIn(settings);
  }

  /** Forgets all servers except these. */
  void retain(Set<String> names) {
    for (String name : Set.copyOf(servers.keySet())) {
      if (!names.contains(name) && servers.remove(name) != null) {
        all.removed(name);
      }
    }
  }
}
