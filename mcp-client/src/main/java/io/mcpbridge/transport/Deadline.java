package io.mcpbridge.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A point on the monotonic clock and the setting that determines it. One deadline covers the whole
 * call: handshake, retries and input rounds included.
 */
public final class Deadline {

  /** Signals that the caller stopped waiting before the deadline, as when a call is canceled. */
  public interface CancelCheck {

    /**
     * Runs the listener on withdrawal, or at once if already withdrawn; on any thread, so it must
     * not block.
     */
    void addListener(Runnable listener);

    /** Removes the listener. */
    void removeListener(Runnable listener);
  }

  private static final CancelCheck NEVER_WITHDRAWN =
      new CancelCheck() {
        @Override
        public void addListener(Runnable listener) {}

        @Override
        public void removeListener(Runnable listener) {}
      };

  private static final Duration MAX_DURATION = Duration.ofDays(36_500);

  private final long nanoTime;
  private final Duration length;
  private final @Nullable String setting;
  private final CancelCheck cancelCheck;

  private Deadline(
      long nanoTime, Duration length, @Nullable String setting, CancelCheck cancelCheck) {
    this.nanoTime = nanoTime;
    this.length = length;
    this.setting = setting;
    this.cancelCheck = cancelCheck;
  }

  /** A deadline this long from now; durations over a hundred years count as a hundred years. */
  public static Deadline after(Duration length) {
    return from(length, null);
  }

  /**
   * A deadline this long from now.
   *
   * @param setting the name of the setting that determines it, for messages
   */
  public static Deadline after(Duration length, String setting) {
    return from(length, setting);
  }

  /** A deadline that never passes: a hundred years from now. */
  public static Deadline never() {
    return from(MAX_DURATION, null);
  }

  /** Whether the deadline is so far away that it needs no timer. */
  public boolean isNever() {
    return length.equals(MAX_DURATION);
  }

  private static Deadline from(Duration length, @Nullable String setting) {
    Duration bounded = length.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : length;
    return new Deadline(System.nanoTime() + bounded.toNanos(), bounded, setting, NEVER_WITHDRAWN);
  }

  /**
   * The earlier of this and another deadline, with this one's withdrawal if it has one, else the
   * other's.
   */
  public Deadline orEarlier(Deadline other) {
    Deadline earlier = other.nanoTime - nanoTime < 0 ? other : this;
    return earlier.orUntil(cancelCheck == NEVER_WITHDRAWN ? other.cancelCheck : cancelCheck);
  }

  /** The same deadline with this withdrawal. */
  public Deadline orUntil(CancelCheck cancelCheck) {
    return cancelCheck == this.cancelCheck
        ? this
        : new Deadline(nanoTime, length, setting, cancelCheck);
  }

  /** The withdrawal, for blocking operations that cannot observe it themselves. */
  public CancelCheck cancelCheck() {
    return cancelCheck;
  }

  /** Remaining time in nanoseconds; zero or less once passed. */
  public long remainingNanos() {
    return nanoTime - System.nanoTime();
  }

  /** Whether it has passed. */
  public boolean hasPassed() {
    return remainingNanos() <= 0;
  }

  /** Its length and its setting: {@code 60 s (setting timeout)}. */
  public String described() {
    long millis = length.toMillis();
    String time = millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    return setting == null ? time : time + " (setting " + setting + ")";
  }

  @Override
  public String toString() {
    return described();
  }
}
