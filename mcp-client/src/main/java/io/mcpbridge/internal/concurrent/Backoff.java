package io.mcpbridge.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Exponential backoff with jitter, capped at one minute. Thread-safe. */
public final class Backoff {

  /** Maximum delay. */
  public static final Duration MAX_DELAY = Duration.ofSeconds(60);

  private static final int MAX_DOUBLINGS = 16;

  private final long first;
  private int attempts;

  /**
   * @param first approximate first delay
   */
  public Backoff(Duration first) {
    this.first = Math.max(1, first.toMillis());
  }

  /**
   * Returns between half and all of the current step, so that many clients do not retry at once.
   */
  public synchronized Duration next() {
    long step = Math.min(MAX_DELAY.toMillis(), first << Math.min(attempts++, MAX_DOUBLINGS));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(step / 2, step + 1));
  }

  /** Resets the delay after a successful attempt. */
  public synchronized void reset() {
    attempts = 0;
  }
}
