package io.mcpbridge.transport.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When to ask for a stream again: after the time its server asks for, and later each time that this
 * brings nothing. Used by one thread.
 */
final class Reconnects {

  /** Beyond this the pauses grow no more, unless the server asks for longer ones. */
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private static final int MOST_DOUBLINGS = 20;

  private int fruitless;

  /** The last attempt brought something. */
  void fruitful() {
    fruitless = 0;
  }

  /** The last attempt failed or brought nothing. */
  void fruitless() {
    fruitless++;
  }

  /** How many attempts in a row brought nothing. */
  int inVain() {
    return fruitless;
  }

  /** From the end of one attempt to the next; a server that serves gets what it asked for. */
  long pauseNanos(StreamPosition position) {
    long retry = position.retry().toNanos();
    if (fruitless == 0) {
      return retry;
    }
    long grown = Math.min(retry << Math.min(fruitless, MOST_DOUBLINGS), LONGEST_PAUSE.toNanos());
    return Math.max(retry, (long) (grown * ThreadLocalRandom.current().nextDouble(0.75, 1.25)));
  }
}
