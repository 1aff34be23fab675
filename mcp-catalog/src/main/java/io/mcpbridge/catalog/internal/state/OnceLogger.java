package io.mcpbridge.catalog.internal.state;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers which messages were logged, to log each only once; bounded. */
public final class OnceLogger {

  private static final int MAX_MESSAGES = 1_000;

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Returns whether to log the message, and remembers it. */
  public boolean isFirst(String message) {
    return logged.size() < MAX_MESSAGES && logged.add(message);
  }

  /** Forgets all messages. */
  public void forget() {
    if (!logged.isEmpty()) {
      logged.clear();
    }
  }
}
