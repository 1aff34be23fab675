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
final class Circuit {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final int mostFailures;
  private final Backoff backoff;
  private final LongSupplier nanoTime;
  private final Told told;
  private final long longestProbe;
  private final AtomicReference<@Nullable Probe> probing = new AtomicReference<>();
  private volatile int sharedTroubles;
  private volatile int failuresInARow;
  private volatile @Nullable Open open;

  /**
   * @param mostFailures how many consecutive failures open it, 0 for never
   * @param firstPause approximately how long it first stays open
   * @param told notified when it opens and when it closes
   */
  Circuit(String server, int mostFailures, Duration firstPause, LongSupplier nanoTime, Told told) {
    this.server = server;
    this.mostFailures = mostFailures;
    this.backoff = new Backoff(firstPause);
    this.longestProbe = firstPause.toNanos();
    this.nanoTime = nanoTime;
    this.told = told;
  }

  /** What the outcome of a call says about the connection to the server. */
  enum Sign {
    WELL,
    TROUBLE,

    /** An event that may fail many calls at once and counts once. */
    SHARED_TROUBLE,
    NONE
  }

  /** Listens for transitions; must not block. */
  interface Told {

    /** The breaker opened for this duration; a trial call follows. */
    void spared(Duration pause, String reason);

    /** The breaker closed. */
    void well();
  }

  /** Classifies a failure. */
  @FunctionalInterface
  interface Judge {
    Sign of(McpException failure);
  }

  /**
   * Makes a call through the circuit breaker.
   *
   * @throws McpUnavailableException if the circuit breaker is open
   */
  <T> T during(Judge judge, Supplier<T> call) {
    Attempt attempt = begin(judge);
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
  Attempt begin(Judge judge) {
    return new Attempt(judge, enter(), sharedTroubles);
  }

  /** A call in flight. It may succeed or fail, and must end. */
  final class Attempt {

    private final Judge judge;
    private final @Nullable Probe probe;
    private final int before;

    private Attempt(Judge judge, @Nullable Probe probe, int before) {
      this.judge = judge;
      this.probe = probe;
      this.before = before;
    }

    void succeeded() {
      isWell();
    }

    void failed(McpException failure) {
      Sign sign = judge.of(failure);
      if (sign == Sign.WELL) {
        isWell();
      } else if (sign == Sign.TROUBLE || (sign == Sign.SHARED_TROUBLE && isFirst(before))) {
        Circuit.this.failed(failure, probe != null);
      }
    }

    void end() {
      if (probe != null) {
        probing.compareAndSet(probe, null);
      }
    }
  }

  /**
   * Fails fast before the call waits for anything else.
   *
   * @throws McpUnavailableException if the circuit breaker is open
   */
  void refuseIfOpen() {
    Open now = open;
    if (now != null && (isBefore(now) || isFindingOut(probing.get()))) {
      throw now.refusal();
    }
  }

  /** A probe if this is a trial call; {@code null} if the breaker is closed. */
  private @Nullable Probe enter() {
    Open now = open;
    if (now == null) {
      return null;
    }
    Probe other = probing.get();
    Probe own = new Probe(nanoTime.getAsLong());
    if (isBefore(now) || isFindingOut(other) || !probing.compareAndSet(other, own)) {
      throw now.refusal();
    }
    return own;
  }

  /** Time-limited, since the trial call may be a long call of a healthy server. */
  private boolean isFindingOut(@Nullable Probe probe) {
    return probe != null && nanoTime.getAsLong() - probe.begun < longestProbe;
  }

  private boolean isBefore(Open now) {
    return nanoTime.getAsLong() - now.end() < 0;
  }

  private void isWell() {
    if (failuresInARow != 0 || open != null) {
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
    if (open != null) {
      open = null;
      backoff.reset();
      told.well();
      log.info("MCP server \"{}\" answers again; calls are made as usual", server);
    }
  }

  private synchronized void failed(McpException cause, boolean probe) {
    boolean late = open != null && !probe; // started before the breaker opened
    if (mostFailures == 0 || late) {
      return;
    }
    failuresInARow++;
    if (failuresInARow < mostFailures) {
      return;
    }
    Duration pause = backoff.next();
    String reason =
        failuresInARow
            + " calls in a row failed on the way (setting circuit.failures), the latest: "
            + cause.reason();
    if (open == null) {
      log.warn(
          "MCP server \"{}\": circuit breaker open for {} ms: {}",
          server,
          pause.toMillis(),
          reason);
    }
    Open opened =
        new Open(nanoTime.getAsLong() + pause.toNanos(), Instant.now().plus(pause), reason);
    open = opened;
    told.spared(pause, opened.words());
  }

  /** A trial call; compared by identity. */
  private static final class Probe {

    private final long begun;

    private Probe(long begun) {
      this.begun = begun;
    }
  }

  private record Open(long end, Instant until, String reason) {

    McpUnavailableException refusal() {
      return new McpUnavailableException(words(), until);
    }

    String words() {
      return "not called until " + until + " (setting circuit.pause), since " + reason;
    }
  }
}
