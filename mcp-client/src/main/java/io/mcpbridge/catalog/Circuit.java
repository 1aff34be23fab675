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
 * Spares a server that can be reached and is of no use: after so many failures of the way in a row
 * no call is made for a while. Then one call finds out whether it is well again, and the pause
 * becomes longer if it is not. A call that takes longer than the pause to find out has another one
 * beside it. Thread-safe; a server that is well costs two volatile reads a call.
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
   * @param mostFailures how many failures in a row open it, 0 for never
   * @param firstPause about how long it stays open at first
   * @param told when the server is spared, and when it is not any more
   */
  Circuit(String server, int mostFailures, Duration firstPause, LongSupplier nanoTime, Told told) {
    this.server = server;
    this.mostFailures = mostFailures;
    this.backoff = new Backoff(firstPause);
    this.longestProbe = firstPause.toNanos();
    this.nanoTime = nanoTime;
    this.told = told;
  }

  /** What one outcome of a call says of the way to the server. */
  enum Sign {
    WELL,
    TROUBLE,

    /** One event that may end many calls, and counts once. */
    SHARED_TROUBLE,
    NONE
  }

  /** Hears whether calls are made; must not block. */
  interface Told {

    /** None are, for so long: then one finds out. */
    void spared(Duration pause, String reason);

    /** They are made as usual again. */
    void well();
  }

  /** Judges a failure. */
  @FunctionalInterface
  interface Judge {
    Sign of(McpException failure);
  }

  /**
   * Makes a call, unless the server is spared.
   *
   * @throws McpUnavailableException if it is
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
   * Begins a call, unless the server is spared.
   *
   * @throws McpUnavailableException if it is
   */
  Attempt begin(Judge judge) {
    return new Attempt(judge, enter(), sharedTroubles);
  }

  /** A call under way. It succeeds, fails or neither, and ends in any case. */
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
   * Refuses a call that would have to be refused later, after it has waited.
   *
   * @throws McpUnavailableException if the server is spared
   */
  void refuseIfOpen() {
    Open now = open;
    if (now != null && (isBefore(now) || isFindingOut(probing.get()))) {
      throw now.refusal();
    }
  }

  /** What the call is let through as if it is one that finds out; {@code null} if it is not. */
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

  /** Not for ever: it may be a long call of a server that is well. */
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

  /** Whether no other call that was under way with this one has told of it. */
  private synchronized boolean isFirst(int before) {
    if (sharedTroubles != before) {
      return false;
    }
    sharedTroubles++;
    return true;
  }

  /** Calls are made as usual, as if none had failed. */
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
    boolean late = open != null && !probe; // begun before it was opened
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
          "MCP server \"{}\" is spared for {} ms, then one call finds out: {}",
          server,
          pause.toMillis(),
          reason);
    }
    Open opened =
        new Open(nanoTime.getAsLong() + pause.toNanos(), Instant.now().plus(pause), reason);
    open = opened;
    told.spared(pause, opened.words());
  }

  /** One call that finds out; each is another one, whenever it began. */
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
