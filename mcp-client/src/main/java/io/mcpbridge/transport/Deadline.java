package io.mcpbridge.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A point on the monotonic clock, and the setting that put it there. One deadline is shared by
 * everything a call does: greeting, retries and input rounds all count against it.
 */
public final class Deadline {

  /** Tells that nobody waits any more although there is time left, as when a call is cancelled. */
  public interface Withdrawal {

    /** Does this when it happens, at once if it has; on any thread, so it must not block. */
    void addListener(Runnable listener);

    /** Does it no more. */
    void removeListener(Runnable listener);
  }

  private static final Withdrawal NEVER_WITHDRAWN =
      new Withdrawal() {
        @Override
        public void addListener(Runnable listener) {}

        @Override
        public void removeListener(Runnable listener) {}
      };

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final long nanoTime;
  private final Duration length;
  private final @Nullable String setting;
  private final Withdrawal withdrawal;

  private Deadline(
      long nanoTime, Duration length, @Nullable String setting, Withdrawal withdrawal) {
    this.nanoTime = nanoTime;
    this.length = length;
    this.setting = setting;
    this.withdrawal = withdrawal;
  }

  /** A deadline this long from now; lengths over a hundred years count as a hundred years. */
  public static Deadline after(Duration length) {
    return from(length, null);
  }

  /**
   * A deadline this long from now.
   *
   * @param setting what a developer changes to move it, named in messages about it
   */
  public static Deadline after(Duration length, String setting) {
    return from(length, setting);
  }

  /** A deadline that will not come: a hundred years from now. */
  public static Deadline never() {
    return from(LONGEST, null);
  }

  /** Whether nobody needs to watch the clock for it. */
  public boolean isNever() {
    return length.equals(LONGEST);
  }

  private static Deadline from(Duration length, @Nullable String setting) {
    Duration bounded = length.compareTo(LONGEST) > 0 ? LONGEST : length;
    return new Deadline(System.nanoTime() + bounded.toNanos(), bounded, setting, NEVER_WITHDRAWN);
  }

  /** The earlier of this and another; withdrawn with this one, or else with the other. */
  public Deadline orEarlier(Deadline other) {
    Deadline earlier = other.nanoTime - nanoTime < 0 ? other : this;
    return earlier.orUntil(withdrawal == NEVER_WITHDRAWN ? other.withdrawal : withdrawal);
  }

  /** The same, unless it is withdrawn before. */
  public Deadline orUntil(Withdrawal withdrawal) {
    return withdrawal == this.withdrawal
        ? this
        : new Deadline(nanoTime, length, setting, withdrawal);
  }

  /** Tells if it is withdrawn, for those who wait for something that does not notice by itself. */
  public Withdrawal withdrawal() {
    return withdrawal;
  }

  /** Time left in nanoseconds; zero or less when passed. */
  public long remainingNanos() {
    return nanoTime - System.nanoTime();
  }

  /** Whether it has passed. */
  public boolean hasPassed() {
    return remainingNanos() <= 0;
  }

  /** How long it was when it was set, and by which setting: {@code 60 s (setting timeout)}. */
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
