package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.concurrent.Timer;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Detects a write that is still blocked at its deadline. A blocked write to a pipe ignores
 * deadlines and interrupts; only ending the reader of the pipe ends it.
 *
 * <p>A write costs two volatile accesses. It schedules a check only if none is due in time, which
 * is once per deadline length and not once per write.
 */
final class WriteTimeout {

  private static final long IDLE = Long.MIN_VALUE;

  /** A server that stops reading for less than this is busy, not dead. */
  private static final long MIN_WAIT_NANOS = 500_000_000;

  private final Runnable onStuck;

  private volatile long writeDeadline = IDLE;
  private volatile boolean stuck;
  private volatile boolean planned;
  private long plannedFor;
  private @Nullable Future<?> plan;
  private boolean closed;

  /**
   * @param onStuck ends the process; runs on the timer's thread, at most once
   */
  WriteTimeout(Runnable onStuck) {
    this.onStuck = onStuck;
  }

  /** Starts a write, which may take this many nanoseconds; there is only one at a time. */
  void begin(long timeout) {
    long until = System.nanoTime() + Math.max(timeout, MIN_WAIT_NANOS);
    writeDeadline = until == IDLE ? until + 1 : until;
    if (!planned || plannedFor - writeDeadline > 0) {
      plan(writeDeadline);
    }
  }

  /** Ends the write. */
  void end() {
    writeDeadline = IDLE;
  }

  /** Whether a write was ended because it was blocked at its deadline. */
  boolean stuck() {
    return stuck;
  }

  /** No more writes will follow. */
  synchronized void close() {
    closed = true;
    if (plan != null) {
      plan.cancel(false);
    }
  }

  private synchronized void plan(long deadline) {
    if (closed || (planned && plannedFor - deadline <= 0)) {
      return;
    }
    if (plan != null) {
      plan.cancel(false);
    }
    plannedFor = deadline;
    planned = true;
    plan = Timer.schedule(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())), this::check);
  }

  private void check() {
    // before the write is checked: a write that begins in between schedules its own check
    planned = false;
    long until = writeDeadline;
    if (until == IDLE || stuck) {
      return;
    }
    if (until - System.nanoTime() > 0) {
      plan(until);
      return;
    }
    stuck = true;
    onStuck.run();
  }
}
