package io.mcpbridge.catalog;

import java.time.Duration;

/**
 * How long to wait after a change notification before listing, since notifications come in bursts.
 * The delay grows for a server that keeps announcing changes without any; some servers do so on
 * each listing.
 */
final class DebounceDelay {

  /** Long enough for a burst. */
  static final Duration SHORTEST = Duration.ofMillis(300);

  private static final Duration LONGEST = Duration.ofSeconds(30);

  /**
   * After this many notifications without a change, callers no longer wait for the next listing.
   */
  private static final int CREDIBLE = 3;

  private boolean announced;
  private int inVain;

  /** Records a change notification; returns how long to wait. */
  synchronized Duration announced() {
    announced = true;
    long millis = SHORTEST.toMillis() << Math.min(inVain, 7);
    return Duration.ofMillis(Math.min(millis, LONGEST.toMillis()));
  }

  /** Whether the server repeatedly announced changes without any. */
  synchronized boolean isInVain() {
    return inVain >= CREDIBLE;
  }

  /** Records the result of a listing. */
  synchronized void looked(boolean changed) {
    if (changed) {
      inVain = 0;
    } else if (announced) {
      inVain++;
    }
    announced = false;
  }
}
