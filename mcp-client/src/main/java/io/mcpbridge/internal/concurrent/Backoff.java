package io.mcpbridge.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Exponential backoff with jitter. Thread-safe. */
public final class Backoff {

  /** Default maximum delay. */
  public static final Duration MAX_DELAY = Duration.ofSeconds(60);

  private static final int MAX_DOUBLINGS = 16;

  private long first;
  private long max;
  private int attempts;

  /**
   * With {@link #MAX_DELAY}.
   *
   * @param first approximate first delay
   */
  public Backoff(Duration first) {
    this(first, MAX_DELAY);
  }

  /**
   * @param first approximate first delay
   * @param max maximum delay
   */
  public Backoff(Duration first, Duration max) {
    update(first, max);
  }

  /** Changes the delays from the next one on. */
  public final synchronized void update(Duration firstDelay, Duration maxDelay) {
    first = Math.max(1, firstDelay.toMillis());
    max = Math.max(1, maxDelay.toMillis());
  }

  /**
   * Returns between half and all of the current step, so that many clients do not retry at once.
   */
  public synchronized Duration next() {
    int doublings = Math.min(attempts++, MAX_DOUBLINGS);
    long step = first > max >> doublings ? max : first << doublings; // without overflow
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(step / 2, step + 1));
  }

  /** Maximum delay. */
  public synchronized Duration max() {
    return Duration.ofMillis(max);
  }

  /** Resets the delay after a successful attempt. */
  public synchronized void reset() {
    attempts = 0;
  }
}
