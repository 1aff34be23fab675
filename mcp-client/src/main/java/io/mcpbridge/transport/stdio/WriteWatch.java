package io.mcpbridge.transport.stdio;

import io.mcpbridge.thread.SharedTimer;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Notices a write that is still blocked at its deadline. A blocked write to a pipe feels neither a
 * deadline nor an interrupt; only ending the reader of the pipe ends it.
 *
 * <p>A write costs two volatile accesses. A check is put on the timer only if none stands there
 * that comes in time, which is once per length of a deadline and not once per write.
 */
final class WriteWatch {

  private static final long NOT_WRITING = Long.MIN_VALUE;

  /** A server that does not read for a shorter time than this is not dead but busy. */
  private static final long LEAST_PATIENCE = 500_000_000;

  private final Runnable onStuck;

  private volatile long writingUntil = NOT_WRITING;
  private volatile boolean stuck;
  private volatile boolean planned;
  private long plannedFor;
  private @Nullable Future<?> plan;
  private boolean closed;

  /**
   * @param onStuck ends the process; runs on the timer's thread, at most once
   */
  WriteWatch(Runnable onStuck) {
    this.onStuck = onStuck;
  }

  /**
   * A write begins. Only one is under way at a time.
   *
   * @param patience how long it may take, in nanoseconds
   */
  void begin(long patience) {
    long until = System.nanoTime() + Math.max(patience, LEAST_PATIENCE);
    writingUntil = until == NOT_WRITING ? until + 1 : until;
    if (!planned || plannedFor - writingUntil > 0) {
      plan(writingUntil);
    }
  }

  /** The write is over. */
  void end() {
    writingUntil = NOT_WRITING;
  }

  /** Whether a write was ended because it was blocked at its deadline. */
  boolean stuck() {
    return stuck;
  }

  /** Nothing is written any more. */
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
    plan = SharedTimer.plan(Math.max(0, deadline - System.nanoTime()), this::check);
  }

  private void check() {
    // first this, then the look at the write: a write that begins in between plans for itself
    planned = false;
    long until = writingUntil;
    if (until == NOT_WRITING || stuck) {
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
