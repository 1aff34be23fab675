package io.mcpbridge.catalog;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the developer was told of already: once is enough, and a thousand things are enough too. */
final class ToldOnce {

  private static final int MOST = 1_000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** Whether it is to be told. */
  boolean isNews(String what) {
    return told.size() < MOST && told.add(what);
  }

  /** Everything is news again. */
  void forget() {
    if (!told.isEmpty()) {
      told.clear();
    }
  }
}
