package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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
final class CircuitBreaker {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

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
  CircuitBreaker(
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
  enum Outcome {
    SUCCESS,
    FAILURE,

    /** An event that may fail many calls at once and counts once. */
    SHARED_FAILURE,
    IGNORED
  }

  /** Listens for transitions; must not block. */
  interface Listener {

    /** The breaker opened for this duration; a trial call follows. */
    void onOpen(Duration pause, String reason);

    /** The breaker closed. */
    void onClosed();
  }

  /** Classifies a failure. */
  @FunctionalInterface
  interface Classifier {
    Outcome of(McpException failure);
  }

  /**
   * Makes a call through the circuit breaker.
   *
   * @throws McpUnavailableException if the circuit breaker is open
   */
  <T> T execute(Classifier classifier, Supplier<T> call) {
    Attempt attempt = begin(classifier);
    try {
      T result = call.get();
      attempt.succeeded();
      return result;
    } catch (McpException e) {
      attempt.failed(e);
      throw e;
    } finally {
      attempt.end();
    }
  }

  /**
   * Starts a call through the circuit breaker.
   *
   * @throws McpUnavailableException if the circuit breaker is open
   */
  Attempt begin(Classifier classifier) {
    return new Attempt(classifier, enter(), sharedTroubles);
  }

  /** A call in flight. It may succeed or fail, and must end. */
  final class Attempt {

    private final Classifier classifier;
    private final @Nullable TrialCall trialCall;
    private final int before;

    private Attempt(Classifier classifier, @Nullable TrialCall trialCall, int before) {
      this.classifier = classifier;
      this.trialCall = trialCall;
      this.before = before;
    }

    void succeeded() {
      isWell();
    }

    void failed(McpException failure) {
      Outcome outcome = classifier.of(failure);
      if (outcome == Outcome.SUCCESS) {
        isWell();
      } else if (outcome == Outcome.FAILURE
          || (outcome == Outcome.SHARED_FAILURE && isFirst(before))) {
        CircuitBreaker.this.failed(failure, trialCall != null);
      }
    }

    void end() {
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
  void refuseIfOpen() {
    OpenState now = openState;
    if (now != null && (isBefore(now) || isFindingOut(trial.get()))) {
      throw now.refusal();
    }
  }

  /** Starts a trial call if the breaker is half-open; {@code null} if it is closed. */
  private @Nullable TrialCall enter() {
    OpenState now = openState;
    if (now == null) {
      return null;
    }
    TrialCall other = trial.get();
    TrialCall own = new TrialCall(nanoTime.getAsLong());
    if (isBefore(now) || isFindingOut(other) || !trial.compareAndSet(other, own)) {
      throw now.refusal();
    }
    return own;
  }

  /** Time-limited, since the trial call may be a long call of a healthy server. */
  private boolean isFindingOut(@Nullable TrialCall trialCall) {
    return trialCall != null && nanoTime.getAsLong() - trialCall.begun < trialTimeout;
  }

  private boolean isBefore(OpenState now) {
    return nanoTime.getAsLong() - now.end() < 0;
  }

  private void isWell() {
    if (failuresInARow != 0 || openState != null) {
      close();
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

  /** Closes the breaker and resets the failure count. */
  synchronized void close() {
    failuresInARow = 0;
    if (openState != null) {
      openState = null;
      backoff.reset();
      listener.onClosed();
      log.info("MCP server \"{}\" answers again; calls are made as usual", server);
    }
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
            + " calls in a row failed on the way (setting circuit-breaker.failure-threshold), the latest: "
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
      return "not called until "
          + until
          + " (setting circuit-breaker.open-duration), since "
          + reason;
    }
  }
}
