package io.mcpbridge.client;

import io.mcpbridge.model.TaskResult;
import java.time.Duration;

/**
 * The delay between polls of a task: the server's poll interval within limits; if it has none,
 * growing delays.
 */
final class PollInterval {

  /** Lower limit: shorter intervals would keep both sides busy. */
  static final Duration SHORTEST = Duration.ofMillis(10);

  /** Upper limit: longer intervals would amount to never polling. */
  static final Duration LONGEST = Duration.ofMinutes(5);

  /** First delay without an interval from the server; grows by half each time. */
  static final Duration FIRST_OF_ONES_OWN = Duration.ofSeconds(1);

  static final Duration LONGEST_OF_ONES_OWN = Duration.ofSeconds(15);

  private Duration own = FIRST_OF_ONES_OWN;

  Duration before(TaskResult task) {
    Duration asked = task.pollInterval();
    if (asked != null) {
      return asked.compareTo(SHORTEST) < 0 ? SHORTEST : shorter(asked, LONGEST);
    }
    Duration now = own;
    own = shorter(own.multipliedBy(3).dividedBy(2), LONGEST_OF_ONES_OWN);
    return now;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
