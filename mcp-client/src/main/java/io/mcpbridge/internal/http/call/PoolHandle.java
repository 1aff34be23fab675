package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.transport.ServerTrace;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.ClassicHttpRequest;

/**
 * A channel's reference to the transport's connection pool. Closing it cancels everything in flight
 * through it; retiring it waits for that. The pool closes with its last handle.
 */
public final class PoolHandle {

  private enum State {
    OPEN,
    RETIRED,
    CLOSED
  }

  private final SharedPool shared;
  private final ConnectionPool pool;
  private final ServerTrace trace;
  private final Set<Cancellable> live = ConcurrentHashMap.newKeySet();
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final AtomicBoolean released = new AtomicBoolean();

  /** One for being open and one per operation in flight; a retired handle closes at zero. */
  private final AtomicInteger references = new AtomicInteger(1);

  private final CancellationSender cancellationSender = new CancellationSender(this);
  private volatile Runnable end = this::release;

  PoolHandle(SharedPool shared, ConnectionPool pool, ServerTrace trace) {
    this.shared = shared;
    this.pool = pool;
    this.trace = trace;
  }

  public ConnectionPool pool() {
    return pool;
  }

  /** For one request, not acquired yet. */
  public RequestPermit requestPermit() {
    return new RequestPermit(pool);
  }

  /** The sender of background notifications. */
  public CancellationSender cancellationSender() {
    return cancellationSender;
  }

  public boolean isOpen() {
    return state.get() == State.OPEN;
  }

  /**
   * Keeps the connections open for an operation; {@link #releaseHold()} ends it. Operations that
   * belong to a request in flight, such as a response to the server, may still start after {@link
   * #retire}.
   *
   * @return false if the handle is closed
   */
  public boolean hold() {
    return state.get() != State.CLOSED && references.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
  }

  public void releaseHold() {
    if (references.decrementAndGet() == 0) {
      end.run();
    }
  }

  HttpAttempt attempt(ClassicHttpRequest request, HttpErrors errors) {
    HttpAttempt attempt = new HttpAttempt(pool, errors, request, live, trace);
    if (state.get() == State.CLOSED) {
      attempt.cancel(HttpAttempt.State.CLOSED);
    }
    return attempt;
  }

  /** Registers an operation to be canceled with the connections. */
  void list(Cancellable waiting) {
    live.add(waiting);
    if (state.get() == State.CLOSED) {
      waiting.cancel(HttpAttempt.State.CLOSED);
    }
  }

  void delist(Cancellable waiting) {
    live.remove(waiting);
  }

  /** A pause that is canceled with the connections. */
  public InterruptibleDelay interruptibleDelay() {
    InterruptibleDelay interruptibleDelay = new InterruptibleDelay(live);
    if (state.get() == State.CLOSED) {
      interruptibleDelay.cancel(HttpAttempt.State.CLOSED);
    }
    return interruptibleDelay;
  }

  /** An attempt that is allowed even after {@link #refuseMore()}. */
  public HttpAttempt lastAttempt(ClassicHttpRequest request, HttpErrors errors) {
    return new HttpAttempt(pool, errors, request, ConcurrentHashMap.newKeySet(), trace);
  }

  /**
   * Accepts no new operations.
   *
   * @param end runs as soon as nothing is in flight; releases the pool
   */
  public void retire(Runnable end) {
    if (state.compareAndSet(State.OPEN, State.RETIRED)) {
      this.end = end;
      releaseHold();
    }
  }

  /** Cancels every attempt and refuses new ones. */
  public void refuseMore() {
    state.set(State.CLOSED);
    live.forEach(waiting -> waiting.cancel(HttpAttempt.State.CLOSED));
  }

  /** Releases the pool, whatever is in flight. Idempotent. */
  public void release() {
    if (released.compareAndSet(false, true)) {
      shared.release();
    }
  }
}
