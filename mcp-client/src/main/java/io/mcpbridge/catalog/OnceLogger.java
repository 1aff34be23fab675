package io.mcpbridge.catalog;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers which messages were logged, to log each only once; bounded. */
final class OnceLogger {

  private static final int MOST = 1_000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** Returns whether to log the message, and remembers it. */
  boolean isNews(String what) {
    return told.size() < MOST && told.add(what);
  }

  /** Forgets all messages. */
  void forget() {
    if (!told.isEmpty()) {
      told.clear();
    }
  }
}
