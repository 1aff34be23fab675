package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Debounces notifications. Each one restarts the delay, up to a maximum, since some servers never
 * stop sending.
 */
final class Debouncer {

  /** The maximum delay from the first notification. */
  static final Duration LONGEST = Duration.ofSeconds(2);

  private final Runnable work;
  private final BiConsumer<Duration, Runnable> later;
  private final LongSupplier nanoTime;
  private boolean waiting;
  private long due;
  private long atTheLatest;

  /**
   * @param later schedules a task after a delay
   */
  Debouncer(Runnable work, BiConsumer<Duration, Runnable> later, LongSupplier nanoTime) {
    this.work = work;
    this.later = later;
    this.nanoTime = nanoTime;
  }

  /**
   * Records a notification.
   *
   * @param quiet the delay without another notification before the work runs
   */
  void announced(Duration quiet) {
    synchronized (this) {
      long now = nanoTime.getAsLong();
      if (waiting) {
        long putOff = now + quiet.toNanos();
        due = putOff - atTheLatest < 0 ? putOff : atTheLatest;
        return;
      }
      waiting = true;
      due = now + quiet.toNanos();
      atTheLatest = now + Math.max(quiet.toNanos(), LONGEST.toNanos());
    }
    later.accept(quiet, this::look);
  }

  private void look() {
    long left;
    synchronized (this) {
      left = due - nanoTime.getAsLong();
      waiting = left > 0; // a notification during the work triggers another run
    }
    if (left > 0) {
      later.accept(Duration.ofNanos(left), this::look);
    } else {
      work.run();
    }
  }
}
