package io.mcpbridge.client;

import io.mcpbridge.model.TaskResult;
import java.time.Duration;

/**
 * How long to wait before a task is polled (again): as long as the server says, within reason;
 * where it does not say, longer each time.
 */
final class PollPause {

  /** A server that says less means no pause, which would keep both sides busy. */
  static final Duration SHORTEST = Duration.ofMillis(10);

  /** A server that says more would be forgotten. */
  static final Duration LONGEST = Duration.ofMinutes(5);

  /** The first pause where the server does not say; the following ones are half as long again. */
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
