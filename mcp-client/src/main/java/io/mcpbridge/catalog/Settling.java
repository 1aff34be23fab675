package io.mcpbridge.catalog;

import java.time.Duration;

/**
 * How long to wait after word of a change until all of it has come: changes often come in bursts.
 * Longer and longer for a server that sends word of changes and then has none to show; there are
 * some that do so whenever they are asked for the list.
 */
final class Settling {

  /** Enough for a burst. */
  static final Duration SHORTEST = Duration.ofMillis(300);

  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** After so many announcements without a change nobody waits for what comes of the next. */
  private static final int CREDIBLE = 3;

  private boolean announced;
  private int inVain;

  /** A change was announced: how long to wait. */
  synchronized Duration announced() {
    announced = true;
    long millis = SHORTEST.toMillis() << Math.min(inVain, 7);
    return Duration.ofMillis(Math.min(millis, LONGEST.toMillis()));
  }

  /** Whether the server announces changes and has none to show, time and again. */
  synchronized boolean isInVain() {
    return inVain >= CREDIBLE;
  }

  /** What came of looking. */
  synchronized void looked(boolean changed) {
    if (changed) {
      inVain = 0;
    } else if (announced) {
      inVain++;
    }
    announced = false;
  }
}
