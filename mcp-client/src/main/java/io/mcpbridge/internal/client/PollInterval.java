package io.mcpbridge.internal.client;

import io.mcpbridge.model.TaskResult;
import java.time.Duration;

/**
 * The delay between polls of a task: the server's poll interval within limits; if it has none,
 * growing delays.
 */
final class PollInterval {

  /** Lower limit: shorter intervals would keep both sides busy. */
  static final Duration MIN = Duration.ofMillis(10);

  /** Upper limit: longer intervals would amount to never polling. */
  static final Duration MAX = Duration.ofMinutes(5);

  /** First delay without an interval from the server; grows by half each time. */
  static final Duration INITIAL_DEFAULT = Duration.ofSeconds(1);

  static final Duration MAX_DEFAULT = Duration.ofSeconds(15);

  private Duration own = INITIAL_DEFAULT;

  Duration before(TaskResult task) {
    Duration asked = task.pollInterval();
    if (asked != null) {
      return asked.compareTo(MIN) < 0 ? MIN : shorter(asked, MAX);
    }
    Duration now = own;
    own = shorter(own.multipliedBy(3).dividedBy(2), MAX_DEFAULT);
    return now;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
