package io.mcpbridge.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next attempt: doubling up to a minute, with jitter. Thread-safe. */
public final class Backoff {

  /** Beyond this the pauses grow no more. */
  public static final Duration LONGEST = Duration.ofSeconds(60);

  private static final int MOST_DOUBLINGS = 16;

  private final long first;
  private int attempts;

  /**
   * @param first about how long the first pause is
   */
  public Backoff(Duration first) {
    this.first = Math.max(1, first.toMillis());
  }

  /** Between half and all of the current step, so that many clients do not come back at once. */
  public synchronized Duration next() {
    long step = Math.min(LONGEST.toMillis(), first << Math.min(attempts++, MOST_DOUBLINGS));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(step / 2, step + 1));
  }

  /** An attempt was good for something: the next pause is a short one again. */
  public synchronized void reset() {
    attempts = 0;
  }
}
