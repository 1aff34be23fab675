package io.mcpbridge.spring.oauth.internal.store;

import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The in-memory stores of each server, for an application that declares none. They survive the
 * replacement of credentials when a property of the server changes.
 */
public final class InMemoryStores {

  private final Map<String, Stores> servers = new ConcurrentHashMap<>();

  private record Stores(TokenStore tokens, AuthorizationStore authorizations) {}

  public void applyTo(String server, OAuthCredentialsBuilder oauth) {
    Stores stores =
        servers.computeIfAbsent(
            server, any -> new Stores(TokenStore.inMemory(), AuthorizationStore.inMemory()));
    oauth.tokenStore(stores.tokens()).authorizationStore(stores.authorizations());
  }

  public void forget(String server) {
    servers.remove(server);
  }
}
