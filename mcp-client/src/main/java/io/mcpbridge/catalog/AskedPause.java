package io.mcpbridge.catalog;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves a server alone for as long as it asks with {@code Retry-After}. A call waits where that is
 * soon over, and is answered at once where it is not: a model has better things to do than to wait.
 */
final class AskedPause {

  /** The longest that a call waits; it must have as much time again for itself. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Supplier<Duration> longest;
  private final AtomicReference<@Nullable Pause> asked = new AtomicReference<>();

  /**
   * @param longest the most that is honoured, now
   */
  AskedPause(Supplier<Duration> longest) {
    this.longest = longest;
  }

  /** Takes in what a failure says. */
  void heard(McpException failure) {
    if (failure instanceof McpHttpStatusException http) {
      Duration pause = http.askedPause(Instant.now());
      if (pause != null && !pause.isZero()) {
        Duration most = longest.get();
        Duration bounded = pause.compareTo(most) < 0 ? pause : most;
        asked.set(
            new Pause(
                System.nanoTime() + bounded.toNanos(), Instant.now().plus(bounded), http.status()));
      }
    }
  }

  /** Why and until when the server is left alone; {@code null} if it is not. */
  @Nullable String reason() {
    Pause now = asked.get();
    return now == null || now.left() <= 0 ? null : now.reason();
  }

  /** It is over. */
  void end() {
    asked.set(null);
  }

  /** How much of it is left. */
  Duration left() {
    Pause now = asked.get();
    return now == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now.left()));
  }

  /**
   * Whether a call may be made once the pause is over, if there is one: whether it is worth the
   * wait.
   */
  boolean isBearable(Deadline deadline) {
    Pause now = asked.get();
    return now == null || now.left() <= Math.min(PATIENCE.toNanos(), deadline.remainingNanos() / 2);
  }

  /**
   * Returns when a call may be made.
   *
   * @throws McpUnavailableException if that is not soon
   * @throws McpCancelledException if the thread is interrupted
   */
  void await(Deadline deadline) {
    for (long left = next(deadline); left > 0; left = next(deadline)) {
      sleep(left);
    }
  }

  /** The same without a thread that waits. */
  CompletableFuture<@Nullable Void> awaitAsync(Deadline deadline, AsyncCall async) {
    long left = next(deadline);
    return left > 0
        ? async.pause(left).thenCompose(over -> awaitAsync(deadline, async))
        : CompletableFuture.completedFuture(null);
  }

  /**
   * How long a call waits before it looks again; not at all if it may be made.
   *
   * @throws McpUnavailableException if that is not soon
   */
  private long next(Deadline deadline) {
    Pause now = asked.get();
    long left = now == null ? 0 : now.left();
    if (now != null && left > 0 && !isBearable(deadline)) {
      throw new McpUnavailableException("not called: " + now.reason(), now.until());
    }
    if (now != null && left <= 0) {
      asked.compareAndSet(now, null);
    }
    return left;
  }

  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      McpException cancelled =
          new McpCancelledException("interrupted during a pause that the server asked for", e);
      cancelled.beforeSending();
      throw cancelled;
    }
  }

  private record Pause(long end, Instant until, int status) {

    long left() {
      return end - System.nanoTime();
    }

    String reason() {
      return "the server answered with HTTP status "
          + status
          + " and asks to be left alone until "
          + until
          + " (setting limits.max-retry-after)";
    }
  }
}
