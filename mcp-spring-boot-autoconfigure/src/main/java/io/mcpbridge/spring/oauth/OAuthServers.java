package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The credentials of the servers with {@code auth.type=oauth2}. Thread-safe. */
final class OAuthServers implements ServerAuthorization, AutoCloseable {

  private final OAuthBeans oauthBeans;
  private final AuthorizationEvents events;
  private final Map<String, Entry> servers = new ConcurrentHashMap<>();

  /** Credentials that take effect only when their server has been replaced. */
  private final ThreadLocal<@Nullable Replacement> replacement = new ThreadLocal<>();

  private record Entry(ServerCredentials credentials, boolean isWeb) {}

  private static final class Replacement {
    private @Nullable Entry made;
  }

  OAuthServers(OAuthBeans oauthBeans, AuthorizationEvents events) {
    this.oauthBeans = oauthBeans;
    this.events = events;
  }

  @Override
  public Credentials credentials(String server, URI url, OAuthSettings settings) {
    Entry made =
        new Entry(
            OAuthCredentialsFactory.of(server, url, settings, oauthBeans, events),
            settings.isWeb());
    Replacement under = replacement.get();
    if (under == null) {
      replace(server, made);
    } else {
      under.made = made;
    }
    return made.credentials();
  }

  @Override
  public boolean canLogIn(OAuthSettings settings) {
    return !oauthBeans.web()
        || settings.isWeb()
        || settings.grant() != McpOAuthProperties.Grant.AUTHORIZATION_CODE
        || settings.is(McpOAuthProperties::shared);
  }

  private void replace(String server, @Nullable Entry now) {
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
        replace(server, fresh.made);
      } else if (fresh.made != null) {
        fresh.made.credentials().close();
      }
    }
  }

  @Override
  public void removed(String server) {
    replace(server, null);
    events.forgetAll(server);
    oauthBeans.memory().forget(server);
  }

  @Override
  public void toolsWanted() {
    servers.values().forEach(server -> server.credentials().toolsWanted());
  }

  /** The names of the servers whose credentials have this property, sorted. */
  List<String> names(Predicate<ServerCredentials> property) {
    return servers.entrySet().stream()
        .filter(server -> property.test(server.getValue().credentials()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Whether users give permission for that server in this web application. */
  boolean isWeb(String server) {
    Entry known = servers.get(server);
    return known != null && known.isWeb();
  }

  boolean hasWeb() {
    return servers.keySet().stream().anyMatch(this::isWeb);
  }

  /** Whether there is a current user, even if all users share a token. */
  boolean isSomebodyKnown() {
    return oauthBeans.currentUser() != null;
  }

  /**
   * The credentials of one server.
   *
   * @throws IllegalArgumentException if no server of that name has {@code auth.type=oauth2}
   */
  ServerCredentials of(String server) {
    Entry known = servers.get(server);
    if (known == null) {
      throw new IllegalArgumentException("no server of that name has auth.type=oauth2");
    }
    return known.credentials();
  }

  @Override
  public void close() {
    servers.values().forEach(server -> server.credentials().close());
    events.close();
  }
}
