package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a server no calls for as long as it asks with {@code Retry-After}. A call waits if the
 * delay is short and fails at once otherwise, so that the model can go on.
 */
public final class RetryAfterGate {

  /** The longest wait of a call. The wait also takes at most half of the time left for the call. */
  static final Duration MAX_WAIT = Duration.ofSeconds(5);

  private final Supplier<Duration> longest;
  private final AtomicReference<@Nullable Delay> delay = new AtomicReference<>();

  /**
   * @param longest the current upper bound for the delay
   */
  public RetryAfterGate(Supplier<Duration> longest) {
    this.longest = longest;
  }

  /** Records the {@code Retry-After} of a failure, if it has one. */
  public void record(McpException failure) {
    if (failure instanceof McpHttpStatusException http) {
      Duration pause = http.retryAfter(Instant.now());
      if (pause != null && !pause.isZero()) {
        Duration maxDelay = longest.get();
        Duration bounded = pause.compareTo(maxDelay) < 0 ? pause : maxDelay;
        delay.set(
            new Delay(
                System.nanoTime() + bounded.toNanos(), Instant.now().plus(bounded), http.status()));
      }
    }
  }

  /** Why and until when calls are paused; {@code null} if they are not. */
  public @Nullable String reason() {
    Delay now = delay.get();
    return now == null || now.remaining() <= 0 ? null : now.reason();
  }

  public void end() {
    delay.set(null);
  }

  public Duration remaining() {
    Delay now = delay.get();
    return now == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now.remaining()));
  }

  /**
   * Whether the delay is short enough for a call with this deadline to wait; true if there is none.
   */
  public boolean isWithin(Deadline deadline) {
    Delay now = delay.get();
    return now == null
        || now.remaining() <= Math.min(MAX_WAIT.toNanos(), deadline.remainingNanos() / 2);
  }

  /**
   * Nanoseconds until the next check; 0 or less if a call may be sent.
   *
   * @throws McpUnavailableException if the delay is too long to wait
   */
  public long next(Deadline deadline) {
    Delay now = delay.get();
    long remainingNanos = now == null ? 0 : now.remaining();
    if (now != null && remainingNanos > 0 && !isWithin(deadline)) {
      throw new McpUnavailableException("not called: " + now.reason(), now.until());
    }
    if (now != null && remainingNanos <= 0) {
      delay.compareAndSet(now, null);
    }
    return remainingNanos;
  }

  private record Delay(long end, Instant until, int status) {

    long remaining() {
      return end - System.nanoTime();
    }

    String reason() {
      return "the server answered with HTTP status "
          + status
          + " and asks to retry after "
          + until
          + " (setting CallLimits.maxRetryAfter)";
    }
  }
}
