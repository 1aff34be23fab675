package io.mcpbridge.internal.http.call;

import io.mcpbridge.transport.Deadline;
import java.util.concurrent.atomic.AtomicBoolean;

/** One blocking section of one thread, from {@link Watchdog#watch} to {@link #finish()}. */
final class WatchedAttempt {

  private final Thread thread = Thread.currentThread();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Deadline deadline;
  private final Cancellable attempt;

  WatchedAttempt(Deadline deadline, Cancellable attempt) {
    this.deadline = deadline;
    this.attempt = attempt;
  }

  /** Ends the section; the watchdog no longer cancels its attempt. */
  void finish() {
    ended.set(true);
  }

  boolean isOver() {
    return ended.get();
  }

  /** Cancels the attempt if its deadline has passed or its thread was interrupted. */
  void check() {
    if (deadline.hasPassed()) {
      end(HttpAttempt.State.TIMED_OUT);
    } else if (thread.isInterrupted()) {
      end(HttpAttempt.State.INTERRUPTED);
    }
  }

  private void end(HttpAttempt.State reason) {
    if (ended.compareAndSet(false, true)) {
      attempt.cancel(reason);
    }
  }
}
