package io.mcpbridge.internal.http.connection;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The addresses of transports with an open channel, which may hold HTTP connections: for diagnosis,
 * and for tests that check for leaks.
 */
public final class OpenConnections {

  private static final Set<ConnectionPool> POOLS =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private OpenConnections() {}

  /** The addresses, without credentials; one entry per transport. */
  public static List<String> addresses() {
    synchronized (POOLS) {
      return POOLS.stream().map(ConnectionPool::address).sorted().toList();
    }
  }

  static void opened(ConnectionPool pool) {
    POOLS.add(pool);
  }

  static void closed(ConnectionPool pool) {
    POOLS.remove(pool);
  }
}
