package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.atomic.AtomicBoolean;

/** The permit of one request in flight. */
public final class RequestPermit {

  private final ConnectionPool pool;
  private final AtomicBoolean acquired = new AtomicBoolean();

  /** Not acquired yet; notifications and responses never acquire theirs. */
  RequestPermit(ConnectionPool pool) {
    this.pool = pool;
  }

  /** Waits until a permit is available. */
  public void take(String subject, Deadline deadline) {
    pool.awaitPermit(subject, deadline);
    acquired.set(true);
  }

  /**
   * Releases the permit. Idempotent.
   *
   * @return whether it was held
   */
  public boolean release() {
    boolean wasHeld = acquired.compareAndSet(true, false);
    if (wasHeld) {
      pool.requestDone();
    }
    return wasHeld;
  }
}
