package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Waits until announcements that come in bursts have all come, so that they are acted on once: each
 * puts that off, but all of them together no longer than a limit, since some never end.
 */
final class Burst {

  /** The most that a stream of announcements can put off what it announces. */
  static final Duration LONGEST = Duration.ofSeconds(2);

  private final Runnable work;
  private final BiConsumer<Duration, Runnable> later;
  private final LongSupplier nanoTime;
  private boolean waiting;
  private long due;
  private long atTheLatest;

  /**
   * @param later does something after a while
   */
  Burst(Runnable work, BiConsumer<Duration, Runnable> later, LongSupplier nanoTime) {
    this.work = work;
    this.later = later;
    this.nanoTime = nanoTime;
  }

  /**
   * Another announcement.
   *
   * @param quiet how long to wait for the next one
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
      waiting = left > 0; // what is announced during the work is a reason to do it again
    }
    if (left > 0) {
      later.accept(Duration.ofNanos(left), this::look);
    } else {
      work.run();
    }
  }
}
