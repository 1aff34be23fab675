package io.mcpbridge.catalog;

import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of a server, since when, and why. There are no transitions out of closed, and only to
 * closed from disabled: enabling a server creates a new instance.
 */
final class ServerLifecycle {

  /** A state with its start and reason. */
  record Phase(ServerState state, Instant since, @Nullable String reason) {

    boolean hasLasted(Duration length) {
      return Duration.between(since, Instant.now()).compareTo(length) > 0;
    }
  }

  private final Consumer<Phase> told;
  private final ReentrantLock moving = new ReentrantLock();
  private final Condition moved = moving.newCondition();
  private volatile Phase now;

  /**
   * The state shown while the server is connected and its circuit breaker is open; otherwise {@code
   * null}.
   */
  private volatile @Nullable Phase circuitOpen;

  /**
   * @param told notified of each visible transition, in order; must not block
   */
  ServerLifecycle(ServerState first, @Nullable String reason, Consumer<Phase> told) {
    this.now = new Phase(first, Instant.now(), reason);
    this.told = told;
  }

  Phase now() {
    return now;
  }

  /** The state shown to users. */
  Phase shown() {
    Phase phase = now;
    Phase instead = circuitOpen;
    return phase.state() == ServerState.CONNECTED && instead != null ? instead : phase;
  }

  /**
   * Records that the circuit breaker opened or closed while the server is connected.
   *
   * @param reason why it is open; {@code null} if it closed
   */
  void circuitOpen(@Nullable String reason) {
    moving.lock();
    try {
      Phase before = circuitOpen;
      Instant since = before == null ? Instant.now() : before.since();
      circuitOpen = reason == null ? null : new Phase(ServerState.DEGRADED, since, reason);
      if (!isOut()) {
        told.accept(shown());
      }
    } finally {
      moving.unlock();
    }
  }

  /**
   * Records that the open duration with that reason has ended: a half-open server is no longer
   * shown as {@code DEGRADED}, since its health is unknown until the trial call. Does nothing if
   * another open duration has begun since.
   */
  void circuitHalfOpen(String reason) {
    moving.lock();
    try {
      Phase shown = circuitOpen;
      if (shown != null && reason.equals(shown.reason())) {
        circuitOpen(null);
      }
    } finally {
      moving.unlock();
    }
  }

  boolean is(ServerState state) {
    return now.state() == state;
  }

  /** Whether the server is disabled or closed, so that nothing may be tried with it. */
  boolean isOut() {
    return isOut(now.state());
  }

  private static boolean isOut(ServerState state) {
    return state == ServerState.DISABLED || state == ServerState.CLOSED;
  }

  /**
   * Enters a state. If the server is already in that state, only the reason changes.
   *
   * @return the previous position; {@code null} without a transition
   */
  @Nullable Phase move(ServerState state, @Nullable String reason) {
    moving.lock();
    try {
      Phase before = now;
      boolean isLeaving = before.state() == ServerState.DISABLED && state == ServerState.CLOSED;
      if (isOut(before.state()) && !isLeaving) {
        return null;
      }
      if (before.state() == state) {
        now = new Phase(state, before.since(), reason);
        return null;
      }
      Phase after = new Phase(state, Instant.now(), reason);
      go(after);
      told.accept(after); // listeners get the connect even while the circuit breaker is open
      if (!shown().equals(after)) {
        told.accept(shown());
      }
      return before;
    } finally {
      moving.unlock();
    }
  }

  /** Closes without notifying: a replacement has taken over. */
  void give() {
    moving.lock();
    try {
      go(new Phase(ServerState.CLOSED, Instant.now(), null));
    } finally {
      moving.unlock();
    }
  }

  private void go(Phase phase) {
    now = phase;
    moved.signalAll();
  }

  /**
   * Waits for a state.
   *
   * @return whether the state was reached in time
   */
  boolean await(Predicate<ServerState> wanted, Deadline deadline) throws InterruptedException {
    moving.lockInterruptibly();
    try {
      while (!wanted.test(now.state())) {
        long left = deadline.remainingNanos();
        if (left <= 0) {
          return false;
        }
        moved.awaitNanos(left);
      }
      return true;
    } finally {
      moving.unlock();
    }
  }
}
