package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.AuthorizationStore;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.TokenStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is kept for each server where the application has no stores of its own. It outlives the
 * credentials that are made anew when a property of the server changes.
 */
final class StoresInMemory {

  private final Map<String, Stores> servers = new ConcurrentHashMap<>();

  private record Stores(TokenStore tokens, AuthorizationStore authorizations) {}

  void applyTo(String server, OAuthCredentialsBuilder oauth) {
    Stores stores =
        servers.computeIfAbsent(
            server, any -> new Stores(TokenStore.inMemory(), AuthorizationStore.inMemory()));
    oauth.tokenStore(stores.tokens()).authorizationStore(stores.authorizations());
  }

  void forget(String server) {
    servers.remove(server);
  }
}
