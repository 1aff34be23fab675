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

/** One caller's attempt to connect, and how it ended for those who wait for it. */
final class ConnectAttempt {

  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** It is over, and whoever still misses a connection makes an attempt of his own. */
  void end() {
    over.complete(true);
  }

  /**
   * It failed. That the server could not be reached is what every other caller would find out, too,
   * one after the other; a refusal may concern this caller's credentials alone, as his deadline and
   * his cancellation do.
   *
   * @param deadline of the caller who made the attempt
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
   * Waits until it is over.
   *
   * @throws McpException if the server could not be reached, or it took too long
   */
  void await(Deadline deadline) {
    CompletableFuture<Boolean> withdrawn = new CompletableFuture<>();
    Runnable withdraw = () -> withdrawn.complete(true);
    deadline.withdrawal().addListener(withdraw);
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
      deadline.withdrawal().removeListener(withdraw);
    }
    if (withdrawn.isDone() && !over.isDone()) {
      throw new McpCancelledException("cancelled while waiting for the connection");
    }
  }

  /** Waits until it is over, however it ends. */
  void await() {
    over.handle((ended, failure) -> true).join();
  }
}
