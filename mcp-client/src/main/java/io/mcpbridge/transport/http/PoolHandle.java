package io.mcpbridge.transport.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ClassicHttpRequest;

/**
 * A channel's hold on the transport's connections, shared by the channels that follow it in another
 * mode. Closing it ends what is under way through it, and the pool with the last handle.
 */
final class PoolHandle {

  private final SharedPool shared;
  private final ConnectionPool pool;
  private final Set<HttpAttempt> live = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  PoolHandle(SharedPool shared, ConnectionPool pool) {
    this.shared = shared;
    this.pool = pool;
  }

  ConnectionPool pool() {
    return pool;
  }

  boolean isOpen() {
    return !closed.get();
  }

  HttpAttempt attempt(ClassicHttpRequest request, HttpErrors errors) {
    HttpAttempt attempt = new HttpAttempt(pool, errors, request, live);
    if (closed.get()) {
      attempt.breakOff(HttpAttempt.State.CLOSED);
    }
    return attempt;
  }

  /** An attempt that may still be made after {@link #refuseMore()}. */
  HttpAttempt lastAttempt(ClassicHttpRequest request, HttpErrors errors) {
    return new HttpAttempt(pool, errors, request, ConcurrentHashMap.newKeySet());
  }

  /**
   * Ends every attempt and refuses new ones.
   *
   * @return whether this was the first time
   */
  boolean refuseMore() {
    if (!closed.compareAndSet(false, true)) {
      return false;
    }
    live.forEach(attempt -> attempt.breakOff(HttpAttempt.State.CLOSED));
    return true;
  }

  /** Lets go of the pool; to be called once. */
  void release() {
    shared.release();
  }
}
