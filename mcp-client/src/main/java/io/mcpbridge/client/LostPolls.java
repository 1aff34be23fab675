package io.mcpbridge.client;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Polls of a task that went wrong on the way to the server, in a row. A task outlives a restart of
 * its server, so that the next poll waits longer each time, whatever interval the server said when
 * it was well, and at least for as long as it asks with {@code Retry-After}.
 */
final class LostPolls {

  /** How many may be lost before the call fails: half a minute altogether. */
  static final int MAX = 5;

  /** The pause after the first one; the following ones are three times as long each. */
  static final Duration FIRST_PAUSE = Duration.ofMillis(250);

  static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);

  private int count;
  private @Nullable McpException latest;

  /** A poll was answered. */
  void end() {
    count = 0;
    latest = null;
  }

  /**
   * One more.
   *
   * @throws McpException that one, where the next poll would fare no better
   * @throws McpConnectionLostException if there were too many: the tool runs or ran, whatever the
   *     latest one says of itself
   */
  void add(McpException failure) {
    count++;
    if (!mayPass(failure)) {
      throw failure;
    }
    if (count > MAX) {
      throw new McpConnectionLostException(
          "the server's task may still run, but the latest polls were lost: " + failure.reason(),
          failure);
    }
    latest = failure;
  }

  /** Why the latest poll was lost; {@code null} if it was answered. */
  @Nullable McpException latest() {
    return latest;
  }

  /** The pause before the next poll, which is to be this long if none was lost. */
  Duration pause(Duration usual) {
    if (latest == null) {
      return usual;
    }
    Duration own = FIRST_PAUSE.multipliedBy((long) Math.pow(3, count - 1.0));
    Duration longer = longer(usual, own.compareTo(LONGEST_PAUSE) < 0 ? own : LONGEST_PAUSE);
    return longer(longer, asked(latest));
  }

  /** The way to the server broke, or it is overloaded. */
  private static boolean mayPass(McpException failure) {
    return !(failure instanceof McpHttpStatusException http)
        || http.status() == 429
        || http.status() >= 500;
  }

  /** What {@code Retry-After} says, within reason. */
  private static Duration asked(McpException failure) {
    Duration asked =
        failure instanceof McpHttpStatusException http ? http.askedPause(Instant.now()) : null;
    if (asked == null) {
      return Duration.ZERO;
    }
    return asked.compareTo(PollPause.LONGEST) < 0 ? asked : PollPause.LONGEST;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
