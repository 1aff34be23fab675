package io.mcpbridge.catalog;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a server stands, since when, and why. Moves from one state to another, never from closed.
 */
final class Standing {

  /** One state. */
  record Position(ServerState state, Instant since, @Nullable String reason) {

    boolean hasLasted(Duration length) {
      return Duration.between(since, Instant.now()).compareTo(length) > 0;
    }
  }

  private volatile Position now = new Position(ServerState.IDLE, Instant.now(), null);

  Position now() {
    return now;
  }

  boolean is(ServerState state) {
    return now.state() == state;
  }

  /**
   * Moves to a state. Where it stands there already, only the reason is a new one.
   *
   * @return where it stood before; {@code null} if it stands there already or is closed
   */
  synchronized @Nullable Position move(ServerState state, @Nullable String reason) {
    Position before = now;
    if (before.state() == ServerState.CLOSED) {
      return null;
    }
    if (before.state() == state) {
      now = new Position(state, before.since(), reason);
      return null;
    }
    now = new Position(state, Instant.now(), reason);
    return before;
  }
}
