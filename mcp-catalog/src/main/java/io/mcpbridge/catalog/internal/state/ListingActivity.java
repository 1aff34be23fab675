package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.internal.concurrent.Scheduler;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Triggers background work when the application requests the tool list: connecting a lazy server,
 * or listing tools again after their {@code ttlMs}. Requesting the list never waits; it costs one
 * volatile read while no server needs this.
 */
public final class ListingActivity {

  private static final long NEVER = Long.MAX_VALUE;

  private final Scheduler schedule;
  private final Runnable used;

  /** Monotonic time relative to {@link #zero}, so that it cannot equal {@link #NEVER}. */
  private final AtomicLong due = new AtomicLong(NEVER);

  private final long zero = System.nanoTime();

  /**
   * @param used runs when the list is requested and a server is waiting for that
   */
  public ListingActivity(Scheduler schedule, Runnable used) {
    this.schedule = schedule;
    this.used = used;
  }

  /** Records a request for the list. */
  public void happened() {
    long at = due.get();
    if (at != NEVER && System.nanoTime() - zero >= at && due.compareAndSet(at, NEVER)) {
      schedule.execute(used);
    }
  }

  /** Registers a server that waits for a request at or after this time. */
  public void isAwaitedFrom(long nanoTime) {
    due.accumulateAndGet(Math.max(0, nanoTime - zero), Math::min);
  }
}
