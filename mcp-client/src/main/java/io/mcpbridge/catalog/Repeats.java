package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Whether a call that failed on the way is made once more: only if the tool provably did not run,
 * or if running twice does no harm. The latter is what servers say of themselves, so it counts only
 * for those that the application trusts (2026-07-28, tools, annotations).
 */
final class Repeats {

  /** About how long a server that restarts is given. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final int most;
  private final boolean trustsAnnotations;

  /**
   * @param most how many times a call may be made again, 0 for never
   * @param trustsAnnotations whether the server's hints about its tools are believed
   */
  Repeats(int most, boolean trustsAnnotations) {
    this.most = most;
    this.trustsAnnotations = trustsAnnotations;
  }

  /**
   * Whether it is to be made again.
   *
   * @param before how many times it was made again already
   */
  boolean isDue(McpException failure, Tool tool, int before, Deadline deadline) {
    return before < most
        && deadline.remainingNanos() > PAUSE.toNanos()
        && (didNotRun(failure) || (mayHaveRun(failure) && isHarmless(tool)));
  }

  /** Gives a server that restarts, or has too much to do, a moment. */
  void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(nextPause().toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted before the call was made once more", e);
    }
  }

  /** How long {@link #pause()} takes, each time anew. */
  static Duration nextPause() {
    return new Backoff(PAUSE).next();
  }

  /** The server could not be reached, forgot the session twice, or turned the call away. */
  static boolean didNotRun(McpException failure) {
    return failure instanceof McpSessionLostException
        || (failure.isNothingSent()
            && (failure instanceof McpConnectException
                || failure instanceof McpConnectionLostException))
        || (failure instanceof McpHttpStatusException http && http.status() == 429);
  }

  private static boolean mayHaveRun(McpException failure) {
    return failure instanceof McpConnectionLostException
        || failure instanceof McpTimeoutException
        || (failure instanceof McpHttpStatusException http && http.status() >= 500);
  }

  private boolean isHarmless(Tool tool) {
    ToolAnnotations hints = tool.annotations();
    return trustsAnnotations
        && (Boolean.TRUE.equals(hints.readOnlyHint())
            || Boolean.TRUE.equals(hints.idempotentHint()));
  }
}
