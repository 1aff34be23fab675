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
  private final Map<String, ServerCredentials> servers = new ConcurrentHashMap<>();

  /** Credentials that take effect only when their server has been replaced. */
  private final ThreadLocal<@Nullable Replacement> replacement = new ThreadLocal<>();

  private static final class Replacement {
    private @Nullable ServerCredentials credentials;
  }

  OAuthServers(OAuthBeans oauthBeans, AuthorizationEvents events) {
    this.oauthBeans = oauthBeans;
    this.events = events;
  }

  @Override
  public Credentials credentials(String server, URI url, OAuthSettings settings) {
    ServerCredentials credentials =
        OAuthCredentialsFactory.of(server, url, settings, oauthBeans, events);
    Replacement current = replacement.get();
    if (current == null) {
      replace(server, credentials);
    } else {
      current.credentials = credentials;
    }
    return credentials;
  }

  @Override
  public boolean canLogIn(OAuthSettings settings) {
    return !oauthBeans.web()
        || settings.isWeb()
        || settings.grant() != McpOAuthProperties.Grant.AUTHORIZATION_CODE
        || settings.is(McpOAuthProperties::shared);
  }

  private void replace(String server, @Nullable ServerCredentials credentials) {
    ServerCredentials previous =
        credentials == null ? servers.remove(server) : servers.put(server, credentials);
    if (previous != null) {
      previous.close();
    }
  }

  @Override
  public void replacing(String server, Runnable change) {
    Replacement current = new Replacement();
    replacement.set(current);
    boolean replaced = false;
    try {
      change.run();
      replaced = true;
    } finally {
      replacement.remove();
      if (replaced) {
        replace(server, current.credentials);
      } else if (current.credentials != null) {
        current.credentials.close();
      }
    }
  }

  @Override
  public void removed(String server) {
    replace(server, null);
    events.forgetAll(server);
    oauthBeans.memory().remove(server);
  }

  @Override
  public void lookUpStoredTokens() {
    servers.values().forEach(ServerCredentials::lookUpStoredToken);
  }

  /** The names of the servers whose credentials have this property, sorted. */
  List<String> names(Predicate<ServerCredentials> property) {
    return servers.entrySet().stream()
        .filter(server -> property.test(server.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Whether users give permission for that server in this web application. */
  boolean isWeb(String server) {
    ServerCredentials credentials = servers.get(server);
    return credentials != null && credentials.isWeb();
  }

  boolean hasWeb() {
    return servers.values().stream().anyMatch(ServerCredentials::isWeb);
  }

  /** Whether there is a current user, even if all users share a token. */
  boolean hasCurrentUser() {
    return oauthBeans.currentUser() != null;
  }

  /**
   * The credentials of one server.
   *
   * @throws IllegalArgumentException if no server of that name has {@code auth.type=oauth2}
   */
  ServerCredentials of(String server) {
    ServerCredentials credentials = servers.get(server);
    if (credentials == null) {
      throw new IllegalArgumentException("no server of that name has auth.type=oauth2");
    }
    return credentials;
  }

  @Override
  public void close() {
    servers.values().forEach(ServerCredentials::close);
    events.close();
  }
}
