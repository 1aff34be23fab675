package io.mcpbridge.transport;

import java.time.Duration;

/**
 * A point on the monotonic clock. One deadline is shared by everything a call does: greeting,
 * retries and input rounds all count against it.
 */
public final class Deadline {

  private final long nanoTime;
  private final Duration length;

  private Deadline(long nanoTime, Duration length) {
    this.nanoTime = nanoTime;
    this.length = length;
  }

  /** A deadline this long from now; lengths over a hundred years count as a hundred years. */
  public static Deadline after(Duration length) {
    Duration bounded =
        length.compareTo(Duration.ofDays(36_500)) > 0 ? Duration.ofDays(36_500) : length;
    return new Deadline(System.nanoTime() + bounded.toNanos(), length);
  }

  /** The earlier of this and a deadline that long from now. */
  public Deadline atMost(Duration fromNow) {
    Deadline other = after(fromNow);
    return other.nanoTime - nanoTime < 0 ? other : this;
  }

  /** Time left in nanoseconds; zero or less when passed. */
  public long remainingNanos() {
    return nanoTime - System.nanoTime();
  }

  /** Whether it has passed. */
  public boolean hasPassed() {
    return remainingNanos() <= 0;
  }

  /** How long the deadline was when it was set, for messages. */
  public Duration length() {
    return length;
  }
}
