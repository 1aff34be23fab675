package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.oauth.core.StoredAuthorization;
import org.jspecify.annotations.Nullable;

/** Pending authorizations in memory. */
final class InMemoryAuthorizationStore implements AuthorizationStore {

  private static final int MAX_PENDING = 10_000;

  private final LruMap<String, StoredAuthorization> byState = new LruMap<>(MAX_PENDING);

  @Override
  public void save(StoredAuthorization authorization) {
    byState.put(authorization.state(), authorization);
  }

  @Override
  public @Nullable StoredAuthorization find(String state) {
    return byState.get(state);
  }

  @Override
  public @Nullable StoredAuthorization take(String state, String principal) {
    return byState.remove(state, authorization -> authorization.principal().equals(principal));
  }

  @Override
  public String toString() {
    return "InMemoryAuthorizationStore";
  }
}
