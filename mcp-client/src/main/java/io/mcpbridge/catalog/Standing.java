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
 * Where a server stands, since when, and why. Moves from one state to another, never from closed,
 * and from disabled to closed only: a server that is enabled again is another one here.
 */
final class Standing {

  /** One state. */
  record Position(ServerState state, Instant since, @Nullable String reason) {

    boolean hasLasted(Duration length) {
      return Duration.between(since, Instant.now()).compareTo(length) > 0;
    }
  }

  private final Consumer<Position> told;
  private final ReentrantLock moving = new ReentrantLock();
  private final Condition moved = moving.newCondition();
  private volatile Position now;

  /**
   * @param told of each move, in order; must not block
   */
  Standing(ServerState first, @Nullable String reason, Consumer<Position> told) {
    this.now = new Position(first, Instant.now(), reason);
    this.told = told;
  }

  Position now() {
    return now;
  }

  boolean is(ServerState state) {
    return now.state() == state;
  }

  /** Whether it is not to be used for good, so that nothing is to be tried with it any more. */
  boolean isOut() {
    return isOut(now.state());
  }

  private static boolean isOut(ServerState state) {
    return state == ServerState.DISABLED || state == ServerState.CLOSED;
  }

  /**
   * Moves to a state. Where it stands there already, only the reason is a new one.
   *
   * @return where it stood before; {@code null} if it stands there already, or does not leave
   */
  @Nullable Position move(ServerState state, @Nullable String reason) {
    moving.lock();
    try {
      Position before = now;
      boolean isLeaving = before.state() == ServerState.DISABLED && state == ServerState.CLOSED;
      if (isOut(before.state()) && !isLeaving) {
        return null;
      }
      if (before.state() == state) {
        now = new Position(state, before.since(), reason);
        return null;
      }
      go(new Position(state, Instant.now(), reason));
      told.accept(now);
      return before;
    } finally {
      moving.unlock();
    }
  }

  /** Is closed without a word to those who are told: another one stands for the server now. */
  void give() {
    moving.lock();
    try {
      go(new Position(ServerState.CLOSED, Instant.now(), null));
    } finally {
      moving.unlock();
    }
  }

  private void go(Position position) {
    now = position;
    moved.signalAll();
  }

  /**
   * Waits until it stands in such a state.
   *
   * @return whether that happened in time
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
