package io.mcpbridge.oauth;

import io.mcpbridge.oauth.internal.discovery.Scopes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Limits how often a server may require more scopes, since each step-up asks the user. Thread-safe.
 */
final class StepUpLimiter {

  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final int MAX_STEP_UPS = 10;

  private final Clock clock;
  private final Map<Set<String>, Instant> attempts = new HashMap<>();

  StepUpLimiter(Clock clock) {
    this.clock = clock;
  }

  /** Whether the same scopes were not requested recently; records the attempt. */
  synchronized boolean isWorthTrying(Scopes scopes) {
    Instant now = clock.instant();
    attempts.values().removeIf(when -> when.plus(WINDOW).isBefore(now) || now.isBefore(when));
    return attempts.size() < MAX_STEP_UPS && attempts.putIfAbsent(scopes.values(), now) == null;
  }

  /** Undoes the record of an attempt that failed before the user was asked. */
  synchronized void removeAttempt(Scopes scopes) {
    attempts.remove(scopes.values());
  }

  /** The token of these attempts is gone: the next authorization starts with fewer scopes. */
  synchronized void forget() {
    attempts.clear();
  }
}
