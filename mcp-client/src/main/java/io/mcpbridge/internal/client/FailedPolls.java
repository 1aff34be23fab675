package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Counts consecutive failures to poll a task. A task outlives a restart of its server, so each
 * failure lengthens the delay, regardless of the server's poll interval and at least to its {@code
 * Retry-After}.
 */
final class FailedPolls {

  /** Maximum consecutive failures before the call fails: about half a minute. */
  static final int MAX = 5;

  /** Delay after the first failure; triples with each further one. */
  static final Duration INITIAL_DELAY = Duration.ofMillis(250);

  static final Duration MAX_DELAY = Duration.ofSeconds(20);

  private int count;
  private @Nullable McpException latest;

  /** Resets the count after a successful poll. */
  void end() {
    count = 0;
    latest = null;
  }

  /**
   * Counts a failure.
   *
   * @throws McpException {@code failure}, if retrying cannot help
   * @throws McpConnectionLostException after too many failures: the tool is running or has run,
   *     whatever the latest failure says of itself
   */
  void add(McpException failure) {
    count++;
    if (!mayPass(failure)) {
      throw failure;
    }
    if (count > MAX) {
      throw new McpConnectionLostException(
          "the server's task may still be running, but the latest polls failed: "
              + failure.reason(),
          failure);
    }
    latest = failure;
  }

  /** The latest failure; {@code null} if the latest poll succeeded. */
  @Nullable McpException latest() {
    return latest;
  }

  /** The delay before the next poll, given the usual one. */
  Duration pause(Duration usual) {
    if (latest == null) {
      return usual;
    }
    Duration backoff = INITIAL_DELAY.multipliedBy((long) Math.pow(3, count - 1.0));
    Duration longer = longer(usual, backoff.compareTo(MAX_DELAY) < 0 ? backoff : MAX_DELAY);
    return longer(longer, retryAfter(latest));
  }

  /** Whether the failure is transient: a lost connection or an overloaded server. */
  private static boolean mayPass(McpException failure) {
    return !(failure instanceof McpHttpStatusException http)
        || http.status() == 429
        || http.status() >= 500;
  }

  /** The delay from {@code Retry-After}, capped. */
  private static Duration retryAfter(McpException failure) {
    Duration retryAfter =
        failure instanceof McpHttpStatusException http ? http.retryAfter(Instant.now()) : null;
    if (retryAfter == null) {
      return Duration.ZERO;
    }
    return retryAfter.compareTo(PollInterval.MAX) < 0 ? retryAfter : PollInterval.MAX;
  }

  private static Duration longer(Duration first, Duration second) {
    return first.compareTo(second) > 0 ? first : second;
  }
}
