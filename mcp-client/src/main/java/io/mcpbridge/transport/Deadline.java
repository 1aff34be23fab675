package io.mcpbridge.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A point on the monotonic clock, and the setting that put it there. One deadline is shared by
 * everything a call does: greeting, retries and input rounds all count against it.
 */
public final class Deadline {

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final long nanoTime;
  private final Duration length;
  private final @Nullable String setting;

  private Deadline(long nanoTime, Duration length, @Nullable String setting) {
    this.nanoTime = nanoTime;
    this.length = length;
    this.setting = setting;
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
    return new Deadline(System.nanoTime() + bounded.toNanos(), bounded, setting);
  }

  /** The earlier of this and another. */
  public Deadline orEarlier(Deadline other) {
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
