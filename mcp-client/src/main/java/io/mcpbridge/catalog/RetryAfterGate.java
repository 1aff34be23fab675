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
 * Sends a server no calls for as long as it asks with {@code Retry-After}. A call waits if the
 * delay is short and fails at once otherwise, so that the model can go on.
 */
final class RetryAfterGate {

  /** The longest wait of a call. The wait also takes at most half of the time left for the call. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Supplier<Duration> longest;
  private final AtomicReference<@Nullable Delay> asked = new AtomicReference<>();

  /**
   * @param longest the current upper bound for the delay
   */
  RetryAfterGate(Supplier<Duration> longest) {
    this.longest = longest;
  }

  /** Records the {@code Retry-After} of a failure, if it has one. */
  void heard(McpException failure) {
    if (failure instanceof McpHttpStatusException http) {
      Duration pause = http.retryAfter(Instant.now());
      if (pause != null && !pause.isZero()) {
        Duration most = longest.get();
        Duration bounded = pause.compareTo(most) < 0 ? pause : most;
        asked.set(
            new Delay(
                System.nanoTime() + bounded.toNanos(), Instant.now().plus(bounded), http.status()));
      }
    }
  }

  /** Why and until when calls are paused; {@code null} if they are not. */
  @Nullable String reason() {
    Delay now = asked.get();
    return now == null || now.left() <= 0 ? null : now.reason();
  }

  void end() {
    asked.set(null);
  }

  Duration left() {
    Delay now = asked.get();
    return now == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now.left()));
  }

  /**
   * Whether the delay is short enough for a call with this deadline to wait; true if there is none.
   */
  boolean isBearable(Deadline deadline) {
    Delay now = asked.get();
    return now == null || now.left() <= Math.min(PATIENCE.toNanos(), deadline.remainingNanos() / 2);
  }

  /**
   * Waits until a call may be sent.
   *
   * @throws McpUnavailableException if the delay is too long to wait
   * @throws McpCancelledException if the thread is interrupted
   */
  void await(Deadline deadline) {
    for (long left = next(deadline); left > 0; left = next(deadline)) {
      sleep(left);
    }
  }

  /** As {@link #await}, without blocking a thread. */
  CompletableFuture<@Nullable Void> awaitAsync(Deadline deadline, AsyncCall async) {
    long left = next(deadline);
    return left > 0
        ? async.pause(left).thenCompose(over -> awaitAsync(deadline, async))
        : CompletableFuture.completedFuture(null);
  }

  /**
   * Nanoseconds until the next check; 0 or less if a call may be sent.
   *
   * @throws McpUnavailableException if the delay is too long to wait
   */
  private long next(Deadline deadline) {
    Delay now = asked.get();
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

  private record Delay(long end, Instant until, int status) {

    long left() {
      return end - System.nanoTime();
    }

    String reason() {
      return "the server answered with HTTP status "
          + status
          + " and asks to retry after "
          + until
          + " (setting limits.max-retry-after)";
    }
  }
}
