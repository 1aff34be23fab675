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

  private Duration defaultInterval = INITIAL_DEFAULT;

  Duration before(TaskResult task) {
    Duration requested = task.pollInterval();
    if (requested != null) {
      return requested.compareTo(MIN) < 0 ? MIN : shorter(requested, MAX);
    }
    Duration now = defaultInterval;
    defaultInterval = shorter(defaultInterval.multipliedBy(3).dividedBy(2), MAX_DEFAULT);
    return now;
  }

  private static Duration shorter(Duration first, Duration second) {
    return first.compareTo(second) < 0 ? first : second;
  }
}
