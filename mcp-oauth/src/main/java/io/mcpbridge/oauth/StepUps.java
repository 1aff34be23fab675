package io.mcpbridge.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Bounds how often a server may have more asked for: a person would be asked each time.
 * Thread-safe.
 */
final class StepUps {

  private static final Duration MEMORY = Duration.ofMinutes(10);
  private static final int MOST = 10;

  private final Clock clock;
  private final Map<Set<String>, Instant> tried = new HashMap<>();

  StepUps(Clock clock) {
    this.clock = clock;
  }

  /** Whether it was not asked for before without success. */
  synchronized boolean isWorthTrying(Scopes wanted) {
    Instant now = clock.instant();
    tried.values().removeIf(when -> when.plus(MEMORY).isBefore(now) || now.isBefore(when));
    return tried.size() < MOST && tried.putIfAbsent(wanted.values(), now) == null;
  }

  /** It came to nothing without anybody having been asked. */
  synchronized void notTried(Scopes wanted) {
    tried.remove(wanted.values());
  }

  /** The token it was asked for with is gone: permission begins anew, and is for less. */
  synchronized void forget() {
    tried.clear();
  }
}
