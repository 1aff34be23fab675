package io.mcpbridge.transport.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The backoff for reconnecting a stream: starts at the server's reconnection time and grows with
 * each attempt without an event. Used by one thread.
 */
final class ReconnectDelay {

  /** The longest pause, unless the server asks for a longer one. */
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private static final int MOST_DOUBLINGS = 20;

  private int fruitless;

  /** The last attempt received something. */
  void fruitful() {
    fruitless = 0;
  }

  /** The last attempt failed or received nothing. */
  void fruitless() {
    fruitless++;
  }

  /** The number of consecutive attempts that received nothing. */
  int inVain() {
    return fruitless;
  }

  /** The pause between two attempts; the server's own value after a successful one. */
  long pauseNanos(StreamPosition position) {
    long retry = position.retry().toNanos();
    if (fruitless == 0) {
      return retry;
    }
    long grown = Math.min(retry << Math.min(fruitless, MOST_DOUBLINGS), LONGEST_PAUSE.toNanos());
    return Math.max(retry, (long) (grown * ThreadLocalRandom.current().nextDouble(0.75, 1.25)));
  }
}
