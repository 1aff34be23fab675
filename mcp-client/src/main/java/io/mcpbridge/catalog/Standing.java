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

  /** Where it is shown to stand while it is connected and no calls are made; {@code null} else. */
  private volatile @Nullable Position spared;

  /**
   * @param told of each move that is shown, in order; must not block
   */
  Standing(ServerState first, @Nullable String reason, Consumer<Position> told) {
    this.now = new Position(first, Instant.now(), reason);
    this.told = told;
  }

  Position now() {
    return now;
  }

  /** What people are told of it. */
  Position shown() {
    Position position = now;
    Position instead = spared;
    return position.state() == ServerState.CONNECTED && instead != null ? instead : position;
  }

  /**
   * Calls fail although it is connected, so that none are made for a while.
   *
   * @param reason why; {@code null} when they are made again
   */
  void spared(@Nullable String reason) {
    moving.lock();
    try {
      Position before = spared;
      Instant since = before == null ? Instant.now() : before.since();
      spared = reason == null ? null : new Position(ServerState.DEGRADED, since, reason);
      if (!isOut()) {
        told.accept(shown());
      }
    } finally {
      moving.unlock();
    }
  }

  /** The pause of which that was the reason is over; another one may have begun since. */
  void sparedNoMore(String reason) {
    moving.lock();
    try {
      Position shown = spared;
      if (shown != null && reason.equals(shown.reason())) {
        spared(null);
      }
    } finally {
      moving.unlock();
    }
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
      Position after = new Position(state, Instant.now(), reason);
      go(after);
      told.accept(after); // that it is connected is news, even where it is still spared
      if (!shown().equals(after)) {
        told.accept(shown());
      }
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
