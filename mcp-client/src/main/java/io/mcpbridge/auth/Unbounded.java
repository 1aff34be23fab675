package io.mcpbridge.auth;

import io.mcpbridge.error.McpCancelledException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A wait without a deadline. */
enum Unbounded implements WaitContext {
  INSTANCE;

  @Override
  public boolean await(CompletableFuture<?> work, Duration atMost, String description) {
    try {
      work.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | CancellationException | TimeoutException e) {
      return work.isDone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted while waiting for " + description, e);
    }
    return true;
  }
}
