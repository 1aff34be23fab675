package io.mcpbridge.transport.http;

import io.mcpbridge.transport.Deadline;
import java.util.concurrent.atomic.AtomicBoolean;

/** The place of one request among those that may be under way at a time. */
final class Place {

  private final ConnectionPool pool;
  private final AtomicBoolean held = new AtomicBoolean();

  /** Not taken yet; what is no request never takes its own. */
  Place(ConnectionPool pool) {
    this.pool = pool;
  }

  /** Waits until one is free. */
  void take(String subject, Deadline deadline) {
    pool.awaitPlace(subject, deadline);
    held.set(true);
  }

  /**
   * Gives it back. Harmless when repeated.
   *
   * @return whether it was held
   */
  boolean leave() {
    boolean wasHeld = held.compareAndSet(true, false);
    if (wasHeld) {
      pool.requestDone();
    }
    return wasHeld;
  }
}
