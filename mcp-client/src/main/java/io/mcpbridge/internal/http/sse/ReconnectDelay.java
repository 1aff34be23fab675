package io.mcpbridge.internal.http.sse;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The backoff for reconnecting a stream: starts at the server's reconnection time and grows with
 * each attempt without an event. Used by one thread.
 */
public final class ReconnectDelay {

  /** The longest pause, unless the server asks for a longer one. */
  public static final Duration MAX_DELAY = Duration.ofMinutes(1);

  private static final int MAX_DOUBLINGS = 20;

  private int failed;

  /** The last attempt received something. */
  public void succeeded() {
    failed = 0;
  }

  /** The last attempt failed or received nothing. */
  public void failed() {
    failed++;
  }

  /** The number of consecutive attempts that received nothing. */
  public int failures() {
    return failed;
  }

  /** The pause between two attempts; the server's own value after a successful one. */
  public long delayNanos(StreamPosition position) {
    long retry = position.retry().toNanos();
    if (failed == 0) {
      return retry;
    }
    long grown = Math.min(retry << Math.min(failed, MAX_DOUBLINGS), MAX_DELAY.toNanos());
    return Math.max(retry, (long) (grown * ThreadLocalRandom.current().nextDouble(0.75, 1.25)));
  }
}
