package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker for a server that is reachable but fails. It opens after a number of
 * consecutive transport failures. When the open duration ends, it lets one trial call through
 * (half-open): success closes it, failure opens it for longer. If a trial call takes longer than
 * the initial open duration, another one is let through. Thread-safe; a call through the closed
 * breaker costs two volatile reads.
 */
public final class CircuitBreaker {

  private static final Logger log = LoggerFactory.getLogger(CircuitBreaker.class);

  private final String server;
  private final int failureThreshold;
  private final Backoff backoff;
  private final LongSupplier nanoTime;
  private final Listener listener;
  private final long trialTimeout;
  private final AtomicReference<@Nullable TrialCall> trial = new AtomicReference<>();
  private volatile int sharedTroubles;
  private volatile int failuresInARow;
  private volatile @Nullable OpenState openState;

  /**
   * @param failureThreshold how many consecutive failures open it, 0 for never
   * @param firstPause approximately how long it first stays open
   * @param listener notified when it opens and when it closes
   */
  public CircuitBreaker(
      String server,
      int failureThreshold,
      Duration firstPause,
      LongSupplier nanoTime,
      Listener listener) {
    this.server = server;
    this.failureThreshold = failureThreshold;
    this.backoff = new Backoff(firstPause);
    this.trialTimeout = firstPause.toNanos();
    this.nanoTime = nanoTime;
    this.listener = listener;
  }

  /** What the outcome of a call says about the connection to the server. */
  public enum Outcome {
    SUCCESS,
    FAILURE,

    /** An event that may fail many calls at once and counts once. */
    SHARED_FAILURE,
    IGNORED
  }

  /** Listens for transitions; must not block. */
  public interface Listener {

    /** The breaker opened for this duration; a trial call follows. */
    void onOpen(Duration pause, String reason);

    /** The breaker closed. */
    void onClosed();
  }

  /**
   * Acquires permission for a call, which while half-open is the trial call.
   *
   * @throws McpUnavailableException if the circuit breaker is open
   */
  public Permission acquirePermission() {
    return new Permission(enter(), sharedTroubles);
  }

  /** Permission for a call in flight. Take the outcome, then release it. */
  public final class Permission {

    private final @Nullable TrialCall trialCall;
    private final int before;

    private Permission(@Nullable TrialCall trialCall, int before) {
      this.trialCall = trialCall;
      this.before = before;
    }

    public void onSuccess() {
      recordSuccess();
    }

    public void onError(McpException failure, Outcome outcome) {
      if (outcome == Outcome.SUCCESS) {
        recordSuccess();
      } else if (outcome == Outcome.FAILURE
          || (outcome == Outcome.SHARED_FAILURE && isFirst(before))) {
        CircuitBreaker.this.failed(failure, trialCall != null);
      }
    }

    public void release() {
      if (trialCall != null) {
        trial.compareAndSet(trialCall, null);
      }
    }
  }

  /**
   * Fails fast before the call waits for anything else.
   *
   * @throws McpUnavailableException if the circuit breaker is open
   */
  public void refuseIfOpen() {
    OpenState now = openState;
    if (now != null && (isBefore(now) || isTrialRunning(trial.get()))) {
      throw now.refusal();
    }
  }

  /** Starts a trial call if the breaker is half-open; {@code null} if it is closed. */
  private @Nullable TrialCall enter() {
    OpenState now = openState;
    if (now == null) {
      return null;
    }
    TrialCall current = trial.get();
    TrialCall next = new TrialCall(nanoTime.getAsLong());
    if (isBefore(now) || isTrialRunning(current) || !trial.compareAndSet(current, next)) {
      throw now.refusal();
    }
    return next;
  }

  /** Time-limited, since the trial call may be a long call of a healthy server. */
  private boolean isTrialRunning(@Nullable TrialCall trialCall) {
    return trialCall != null && nanoTime.getAsLong() - trialCall.begun < trialTimeout;
  }

  private boolean isBefore(OpenState now) {
    return nanoTime.getAsLong() - now.end() < 0;
  }

  private void recordSuccess() {
    if ((failuresInARow != 0 || openState != null) && reset()) {
      log.info("MCP server \"{}\" answered the trial call; circuit breaker closed", server);
    }
  }

  /** Whether no other call that was in flight at the same time has reported the event. */
  private synchronized boolean isFirst(int before) {
    if (sharedTroubles != before) {
      return false;
    }
    sharedTroubles++;
    return true;
  }

  /** Closes the breaker without a call, for a new connection or new limits. */
  public void close() {
    if (reset()) {
      log.info("MCP server \"{}\": circuit breaker closed without a trial call", server);
    }
  }

  /** Resets the failure count, and returns whether the breaker was open. */
  private synchronized boolean reset() {
    failuresInARow = 0;
    if (openState == null) {
      return false;
    }
    openState = null;
    backoff.reset();
    listener.onClosed();
    return true;
  }

  /**
   * @param probe whether it was a trial call
   */
  private synchronized void failed(McpException cause, boolean probe) {
    boolean late = openState != null && !probe; // started before the breaker opened
    if (failureThreshold == 0 || late) {
      return;
    }
    failuresInARow++;
    if (failuresInARow < failureThreshold) {
      return;
    }
    Duration pause = backoff.next();
    String reason =
        failuresInARow
            + " consecutive calls failed (setting CallLimits.circuitBreakerFailureThreshold), most"
            + " recently: "
            + cause.reason();
    if (openState == null) {
      log.warn(
          "MCP server \"{}\": circuit breaker open for {} ms: {}",
          server,
          pause.toMillis(),
          reason);
    }
    OpenState opened =
        new OpenState(nanoTime.getAsLong() + pause.toNanos(), Instant.now().plus(pause), reason);
    openState = opened;
    listener.onOpen(pause, opened.words());
  }

  /** A trial call; compared by identity. */
  private static final class TrialCall {

    private final long begun;

    private TrialCall(long begun) {
      this.begun = begun;
    }
  }

  private record OpenState(long end, Instant until, String reason) {

    McpUnavailableException refusal() {
      return new McpUnavailableException(words(), until);
    }

    String words() {
      return "circuit breaker open until "
          + until
          + " (setting CallLimits.circuitBreakerOpenDuration): "
          + reason;
    }
  }
}
