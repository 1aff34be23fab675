package io.mcpbridge.transport.http;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Where this process holds HTTP connections, or may at any moment: one entry for each transport
 * with a channel that is not closed. For diagnosis, and for tests that look for what was left open.
 */
public final class OpenConnections {

  private static final Set<ConnectionPool> POOLS =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private OpenConnections() {}

  /** The addresses, without credentials; one as often as there are transports that hold it. */
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
