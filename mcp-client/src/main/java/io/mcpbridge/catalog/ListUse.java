package io.mcpbridge.catalog;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices when the list of tools is asked for while some server waits for that: to be connected at
 * first use, or to be listed anew because its list was good for a certain time only. Asking sets it
 * off in the background and waits for nothing: one look at a number as long as no server waits.
 */
final class ListUse {

  private static final long NEVER = Long.MAX_VALUE;

  private final Schedule schedule;
  private final Runnable used;

  /** On the monotonic clock, from zero to keep {@link #NEVER} apart. */
  private final AtomicLong due = new AtomicLong(NEVER);

  private final long zero = System.nanoTime();

  /**
   * @param used the list is asked for, and some server waits for that
   */
  ListUse(Schedule schedule, Runnable used) {
    this.schedule = schedule;
    this.used = used;
  }

  /** The list is asked for. */
  void happened() {
    long at = due.get();
    if (at != NEVER && System.nanoTime() - zero >= at && due.compareAndSet(at, NEVER)) {
      schedule.now(used);
    }
  }

  /** Some server waits for the list to be asked for at that time or later. */
  void isAwaitedFrom(long nanoTime) {
    due.accumulateAndGet(Math.max(0, nanoTime - zero), Math::min);
  }
}
