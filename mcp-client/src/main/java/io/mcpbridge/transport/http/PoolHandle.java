package io.mcpbridge.transport.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.ClassicHttpRequest;

/**
 * A channel's hold on the transport's connections. Closing it ends what is under way through it;
 * retiring it waits for that. The pool ends with its last handle.
 */
final class PoolHandle {

  private enum State {
    OPEN,
    RETIRED,
    CLOSED
  }

  private final SharedPool shared;
  private final ConnectionPool pool;
  private final Set<Breakable> live = ConcurrentHashMap.newKeySet();
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final AtomicBoolean released = new AtomicBoolean();

  /** One for being open and one for each thing under way; a retired handle ends with the last. */
  private final AtomicInteger holds = new AtomicInteger(1);

  private final Notices notices = new Notices(this);
  private volatile Runnable end = this::release;

  PoolHandle(SharedPool shared, ConnectionPool pool) {
    this.shared = shared;
    this.pool = pool;
  }

  ConnectionPool pool() {
    return pool;
  }

  /** For one request, not taken yet. */
  Place place() {
    return new Place(pool);
  }

  /** Where what nobody waits for is sent. */
  Notices notices() {
    return notices;
  }

  boolean isOpen() {
    return state.get() == State.OPEN;
  }

  /**
   * Keeps the connections for something that begins; {@link #letGo()} ends it. What a request under
   * way brings with it, such as an answer to the server, may still begin after {@link #retire()}.
   *
   * @return false if it is too late
   */
  boolean hold() {
    return state.get() != State.CLOSED && holds.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
  }

  void letGo() {
    if (holds.decrementAndGet() == 0) {
      end.run();
    }
  }

  HttpAttempt attempt(ClassicHttpRequest request, HttpErrors errors) {
    HttpAttempt attempt = new HttpAttempt(pool, errors, request, live);
    if (state.get() == State.CLOSED) {
      attempt.breakOff(HttpAttempt.State.CLOSED);
    }
    return attempt;
  }

  /** From now on it ends when the connections do. */
  void list(Breakable waiting) {
    live.add(waiting);
    if (state.get() == State.CLOSED) {
      waiting.breakOff(HttpAttempt.State.CLOSED);
    }
  }

  void delist(Breakable waiting) {
    live.remove(waiting);
  }

  /** A wait that ends when the connections do. */
  Pause pause() {
    Pause pause = new Pause(live);
    if (state.get() == State.CLOSED) {
      pause.breakOff(HttpAttempt.State.CLOSED);
    }
    return pause;
  }

  /** An attempt that may still be made after {@link #refuseMore()}. */
  HttpAttempt lastAttempt(ClassicHttpRequest request, HttpErrors errors) {
    return new HttpAttempt(pool, errors, request, ConcurrentHashMap.newKeySet());
  }

  /**
   * Takes nothing new.
   *
   * @param end done as soon as nothing is under way; lets go of the pool
   */
  void retire(Runnable end) {
    if (state.compareAndSet(State.OPEN, State.RETIRED)) {
      this.end = end;
      letGo();
    }
  }

  /** Ends every attempt and refuses new ones. */
  void refuseMore() {
    state.set(State.CLOSED);
    live.forEach(waiting -> waiting.breakOff(HttpAttempt.State.CLOSED));
  }

  /** Lets go of the pool, whatever is under way. Harmless when repeated. */
  void release() {
    if (released.compareAndSet(false, true)) {
      shared.release();
    }
  }
}
