package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One caller's connection attempt, shared with the callers that wait for it. */
final class ConnectAttempt {

  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** The attempt is over; callers without a connection make their own attempt. */
  void end() {
    over.complete(true);
  }

  /**
   * The attempt failed. An unreachable server fails all waiting callers, since each would find out
   * the same one after the other. A rejection may concern only this caller's credentials, as its
   * deadline and cancellation do.
   *
   * @param deadline of the caller that made the attempt
   */
  void failed(McpException failure, Deadline deadline) {
    boolean unreachable =
        failure instanceof McpConnectException
            || failure instanceof McpConnectionLostException
            || failure instanceof McpTimeoutException;
    if (unreachable && !deadline.hasPassed()) {
      over.completeExceptionally(failure);
    }
  }

  /**
   * Waits for the end of the attempt.
   *
   * @throws McpException if the server could not be reached, or the deadline passes
   */
  void await(Deadline deadline) {
    CompletableFuture<Boolean> withdrawn = new CompletableFuture<>();
    Runnable withdraw = () -> withdrawn.complete(true);
    deadline.cancelCheck().addListener(withdraw);
    try {
      CompletableFuture.anyOf(over, withdrawn)
          .get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpException failure
          ? failure.again()
          : new IllegalStateException("an attempt fails with nothing else", e);
    } catch (TimeoutException e) {
      throw new McpTimeoutException(
          "another attempt to connect was not over within " + deadline.described());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted while waiting for the connection", e);
    } finally {
      deadline.cancelCheck().removeListener(withdraw);
    }
    if (withdrawn.isDone() && !over.isDone()) {
      throw new McpCancelledException("cancelled while waiting for the connection");
    }
  }

  /** Waits for the end of the attempt, whatever its outcome. */
  void await() {
    over.handle((ended, failure) -> true).join();
  }
}
