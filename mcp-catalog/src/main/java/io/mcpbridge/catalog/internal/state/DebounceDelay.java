package io.mcpbridge.catalog.internal.state;

import java.time.Duration;

/**
 * How long to wait after a change notification before listing, since notifications come in bursts.
 * The delay grows for a server that keeps announcing changes without any; some servers do so on
 * each listing.
 */
public final class DebounceDelay {

  /** Long enough for a burst. */
  public static final Duration MIN_DELAY = Duration.ofMillis(300);

  private static final Duration MAX_DELAY = Duration.ofSeconds(30);

  /**
   * After this many notifications without a change, callers no longer wait for the next listing.
   */
  private static final int MAX_WITHOUT_CHANGE = 3;

  private boolean announced;
  private int withoutChanges;

  /** Records a change notification; returns how long to wait. */
  public synchronized Duration announced() {
    announced = true;
    long millis = MIN_DELAY.toMillis() << Math.min(withoutChanges, 7);
    return Duration.ofMillis(Math.min(millis, MAX_DELAY.toMillis()));
  }

  /** Whether the server repeatedly announced changes without any. */
  public synchronized boolean isWithoutChanges() {
    return withoutChanges >= MAX_WITHOUT_CHANGE;
  }

  /** Records the result of a listing. */
  public synchronized void listed(boolean changed) {
    if (changed) {
      withoutChanges = 0;
    } else if (announced) {
      withoutChanges++;
    }
    announced = false;
  }
}
