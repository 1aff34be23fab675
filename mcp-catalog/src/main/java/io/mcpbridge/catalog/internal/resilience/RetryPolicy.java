package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.Backoff;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;

/**
 * Decides whether to retry a failed call: only if the tool provably did not run, or if running it
 * twice is harmless. The latter is a claim of the server and counts only for trusted servers
 * (2026-07-28, tools, annotations).
 */
public final class RetryPolicy {

  /** The approximate delay, enough for many restarts. */
  private static final Duration DELAY = Duration.ofMillis(500);

  private final int maxRetries;
  private final boolean trustsAnnotations;

  /**
   * @param maxRetries the maximum number of retries, 0 for none
   * @param trustsAnnotations whether to trust the server's tool annotations
   */
  public RetryPolicy(int maxRetries, boolean trustsAnnotations) {
    this.maxRetries = maxRetries;
    this.trustsAnnotations = trustsAnnotations;
  }

  /**
   * Whether to retry the call.
   *
   * @param before the number of retries so far
   */
  public boolean isDue(McpException failure, Tool tool, int before, Deadline deadline) {
    return before < maxRetries
        && deadline.remainingNanos() > DELAY.toNanos()
        && mayPass(failure)
        && (isNotRun(failure) || isHarmless(tool));
  }

  /** A new random delay that gives a restarting or overloaded server time to recover. */
  public static Duration nextPause() {
    return new Backoff(DELAY).next();
  }

  /** Whether the server was unreachable or slow, lost the session twice, or asked for a pause. */
  private static boolean mayPass(McpException failure) {
    return failure instanceof McpConnectException
        || failure instanceof McpConnectionLostException
        || failure instanceof McpSessionLostException
        || failure instanceof McpTimeoutException
        || (failure instanceof McpHttpStatusException http
            && (http.status() == 429 || http.status() >= 500));
  }

  /** A server that is too slow to be sent the call is not waited for twice. */
  private static boolean isNotRun(McpException failure) {
    return !failure.delivery().mayHaveRun() && !(failure instanceof McpTimeoutException);
  }

  private boolean isHarmless(Tool tool) {
    ToolAnnotations hints = tool.annotations();
    return trustsAnnotations
        && (Boolean.TRUE.equals(hints.readOnlyHint())
            || Boolean.TRUE.equals(hints.idempotentHint()));
  }
}
