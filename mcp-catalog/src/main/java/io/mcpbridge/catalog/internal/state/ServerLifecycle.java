package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.catalog.internal.resilience.RetryAfterGate;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of a server, since when, and why, and everything else that decides whether calls of it
 * may be made: its circuit breaker, its {@code Retry-After}, whether its connection must be
 * replaced, and the uses in flight. There are no transitions out of closed, and only to closed from
 * disabled: enabling a server creates a new instance. Thread-safe.
 */
public final class ServerLifecycle {

  /**
   * A state with its start and reason.
   *
   * @param failure what ended the last attempt; {@code null} if nothing did
   */
  public record Phase(
      ServerState state, Instant since, @Nullable String reason, @Nullable McpException failure) {

    public boolean hasLasted(Duration length) {
      return Duration.between(since, Instant.now()).compareTo(length) > 0;
    }
  }

  private final String server;
  private final BiConsumer<Duration, Runnable> schedule;
  private final Consumer<Phase> listener;
  private final RetryAfterGate retryAfter;
  private final ReentrantLock moving = new ReentrantLock();
  private final Condition moved = moving.newCondition();
  private volatile Phase now;

  /**
   * The state shown while the server is connected and its circuit breaker is open; otherwise {@code
   * null}.
   */
  private volatile @Nullable Phase circuitOpen;

  private volatile CallLimits limits;
  private volatile CircuitBreaker circuitBreaker;

  /** Whether the last attempt could not reach the server, so that calls fail fast. */
  private volatile boolean unreachable;

  /** Whether the current connection failed and must be replaced. */
  private volatile boolean stale;

  /** Whether a new connection was requested. */
  private volatile boolean restarting;

  private final CompletableFuture<Boolean> noUses = new CompletableFuture<>();
  private final AtomicInteger uses = new AtomicInteger();
  private volatile boolean ended;

  /**
   * @param schedule runs short work after a delay
   * @param listener notified of each visible transition, in order; must not block
   */
  public ServerLifecycle(
      String server,
      ServerState first,
      @Nullable String reason,
      CallLimits limits,
      BiConsumer<Duration, Runnable> schedule,
      Consumer<Phase> listener) {
    this.server = server;
    this.now = new Phase(first, Instant.now(), reason, null);
    this.limits = limits;
    this.schedule = schedule;
    this.listener = listener;
    this.retryAfter = new RetryAfterGate(() -> this.limits.maxRetryAfter());
    this.circuitBreaker = newCircuitBreaker(limits);
  }

  private CircuitBreaker newCircuitBreaker(CallLimits current) {
    return new CircuitBreaker(
        server,
        current.circuitBreakerFailureThreshold(),
        current.circuitBreakerOpenDuration(),
        System::nanoTime,
        new ShownCircuit());
  }

  /** Applies new limits. An open circuit breaker stays open unless its own settings change. */
  public void update(CallLimits newLimits) {
    CallLimits old = limits;
    limits = newLimits;
    if (newLimits.circuitBreakerFailureThreshold() != old.circuitBreakerFailureThreshold()
        || !newLimits.circuitBreakerOpenDuration().equals(old.circuitBreakerOpenDuration())) {
      CircuitBreaker before = circuitBreaker;
      circuitBreaker = newCircuitBreaker(newLimits);
      before.close();
    }
  }

  /** The circuit breaker for new attempts. */
  public CircuitBreaker circuitBreaker() {
    return circuitBreaker;
  }

  public RetryAfterGate retryAfter() {
    return retryAfter;
  }

  /**
   * Shows an open circuit breaker in the state until it closes or the next trial call is due. The
   * server's health is unknown from then until the next call.
   */
  private final class ShownCircuit implements CircuitBreaker.Listener {

    @Override
    public void onOpen(Duration pause, String reason) {
      circuitOpen(reason);
      schedule.accept(pause, () -> circuitHalfOpen(reason));
    }

    @Override
    public void onClosed() {
      circuitOpen(null);
    }
  }

  /**
   * Registers a use if the server may be used: a call or another operation. The caller must then
   * call {@link #end()}.
   *
   * @return whether it may be used
   */
  public boolean begin() {
    uses.incrementAndGet(); // before the check, so that unused() waits for a use that passes it
    if (!isTerminated()) {
      return true;
    }
    end();
    return false;
  }

  public void end() {
    if (uses.decrementAndGet() == 0 && ended) {
      noUses.complete(true);
    }
  }

  /** Whether there are uses in flight. */
  public boolean isUsed() {
    return uses.get() > 0;
  }

  /** Completes when all uses have ended. Call it only after new ones are refused. */
  public CompletableFuture<Boolean> unused() {
    ended = true;
    if (uses.get() == 0) {
      noUses.complete(true);
    }
    return noUses;
  }

  /**
   * Fails fast while the server is disconnected; supervision reconnects in the background.
   *
   * @throws McpConnectException if it is, and could not be reached
   */
  public void refuseIfAway() {
    Phase phase = now;
    if (phase.state() == ServerState.DISCONNECTED && unreachable) {
      throw new McpConnectException("not connected: " + phase.reason());
    }
  }

  /** Why a healthy server gets no calls for now; {@code null} if it does. */
  public @Nullable String pausedBecause() {
    return retryAfter.reason();
  }

  /**
   * Records that the server cannot be used.
   *
   * @param keepsCallsOut whether calls fail fast until it can be reached again
   * @param hadConnection whether there was a connection, which must be replaced
   */
  public void connectionLost(boolean keepsCallsOut, boolean hadConnection) {
    unreachable = keepsCallsOut;
    if (hadConnection) {
      stale = true;
    }
  }

  /** Requests a new connection, and forgets the trouble with the old one. */
  public void restart() {
    circuitBreaker.close();
    retryAfter.end();
    move(ServerState.CONNECTING, null);
    restarting = true;
  }

  /** Whether a new connection was requested, although the server may be connected. */
  public boolean isRestarting() {
    return restarting;
  }

  /** Whether the connection must be replaced, once. */
  public boolean takeReplacement() {
    boolean isDue = stale || restarting;
    stale = false;
    restarting = false;
    return isDue;
  }

  /** Records whether the connection must be replaced before the next attempt. */
  public void stale(boolean isStale) {
    stale = isStale;
  }

  public Phase now() {
    return now;
  }

  /** The state shown to users. */
  public Phase shown() {
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
      circuitOpen = reason == null ? null : new Phase(ServerState.DEGRADED, since, reason, null);
      if (!isTerminated()) {
        listener.accept(shown());
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

  public boolean is(ServerState state) {
    return now.state() == state;
  }

  /** Whether the server is disabled or closed, so that nothing may be tried with it. */
  public boolean isTerminated() {
    return isTerminated(now.state());
  }

  private static boolean isTerminated(ServerState state) {
    return state == ServerState.DISABLED || state == ServerState.CLOSED;
  }

  /**
   * Enters a state. If the server is already in that state, only the reason changes.
   *
   * @return the previous position; {@code null} without a transition
   */
  public @Nullable Phase move(ServerState state, @Nullable String reason) {
    return move(state, reason, null);
  }

  /**
   * As {@link #move(ServerState, String)}.
   *
   * @param failure what ended the last attempt
   */
  public @Nullable Phase move(
      ServerState state, @Nullable String reason, @Nullable McpException failure) {
    moving.lock();
    try {
      Phase before = now;
      boolean isLeaving = before.state() == ServerState.DISABLED && state == ServerState.CLOSED;
      if (isTerminated(before.state()) && !isLeaving) {
        return null;
      }
      if (before.state() == state) {
        now = new Phase(state, before.since(), reason, failure);
        return null;
      }
      Phase after = new Phase(state, Instant.now(), reason, failure);
      enter(after);
      listener.accept(after); // listeners get the connect even while the circuit breaker is open
      if (!shown().equals(after)) {
        listener.accept(shown());
      }
      return before;
    } finally {
      moving.unlock();
    }
  }

  /** Closes without notifying: a replacement has taken over. */
  public void handOver() {
    moving.lock();
    try {
      enter(new Phase(ServerState.CLOSED, Instant.now(), null, null));
    } finally {
      moving.unlock();
    }
  }

  private void enter(Phase phase) {
    now = phase;
    moved.signalAll();
  }

  /**
   * Waits for a state.
   *
   * @return whether the state was reached in time
   */
  public boolean await(Predicate<ServerState> expected, Deadline deadline)
      throws InterruptedException {
    moving.lockInterruptibly();
    try {
      while (!expected.test(now.state())) {
        long remainingNanos = deadline.remainingNanos();
        if (remainingNanos <= 0) {
          return false;
        }
        moved.awaitNanos(remainingNanos);
      }
      return true;
    } finally {
      moving.unlock();
    }
  }
}
