package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next attempt: doubling from one second to a minute, with jitter. */
final class Backoff {

  static final Duration LONGEST = Duration.ofSeconds(60);

  private int attempts;

  /** Between half and all of the current step, so that many clients do not come back at once. */
  synchronized Duration next() {
    long step = Math.min(LONGEST.toMillis(), 1_000L << Math.min(attempts++, 6));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(step / 2, step + 1));
  }

  synchronized void reset() {
    attempts = 0;
  }
}
