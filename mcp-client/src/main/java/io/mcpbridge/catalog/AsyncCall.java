package io.mcpbridge.catalog;

import io.mcpbridge.catalog.CallerContext.Captured;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.thread.SharedTimer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call: its executor, which restores the caller's context, and the current stage,
 * which is cancelled with the call. Thread-safe.
 */
final class AsyncCall {

  private static final String CANCELLED = "the call was cancelled by the caller";

  private final Executor executor;
  private @Nullable CompletableFuture<?> stage;
  private boolean cancelled;

  /**
   * @param threads runs the stages; its threads may block
   * @param context restored on the thread of each stage
   */
  AsyncCall(Executor threads, Captured context) {
    this.executor =
        work -> {
          try {
            threads.execute(
                () ->
                    context.during(
                        () -> {
                          work.run();
                          return true;
                        }));
          } catch (RejectedExecutionException e) {
            McpException closed = new McpUnavailableException("the catalogue is closed", null);
            closed.initCause(e);
            throw closed;
          }
        };
  }

  /** Runs stages with the caller's context. */
  Executor executor() {
    return executor;
  }

  /** Cancels the current stage and prevents later ones. */
  void cancel() {
    CompletableFuture<?> current;
    synchronized (this) {
      cancelled = true;
      current = stage;
    }
    if (current != null) {
      current.cancel(true);
    }
  }

  /**
   * Starts a stage that is cancelled with the call.
   *
   * @throws McpCancelledException if the call is already cancelled
   */
  <T extends @Nullable Object> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    refuseIfCancelled();
    CompletableFuture<T> begun = work.get();
    boolean late;
    synchronized (this) {
      stage = begun;
      late = cancelled;
    }
    if (late) {
      begun.cancel(true);
    }
    return begun;
  }

  /**
   * As {@link #begin}, for a stage that any thread may complete: dependents of the returned future
   * run on the executor.
   */
  <T extends @Nullable Object> CompletableFuture<T> await(Supplier<CompletableFuture<T>> work) {
    CompletableFuture<T> begun = begin(work);
    // not thenApplyAsync: it propagates a failure on the thread that completes the stage
    return begun.isDone() ? begun : begun.handleAsync(AsyncCall::outcome, executor);
  }

  /** Completes after this delay, without blocking a thread. */
  CompletableFuture<@Nullable Void> pause(long nanos) {
    return await(
        () -> {
          CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
          Future<?> timer = SharedTimer.plan(nanos, () -> over.complete(null));
          over.whenComplete((done, failure) -> timer.cancel(false));
          return over;
        });
  }

  private synchronized void refuseIfCancelled() {
    if (cancelled) {
      McpCancelledException refusal = new McpCancelledException(CANCELLED);
      refusal.beforeSending();
      throw refusal;
    }
  }

  private static <T extends @Nullable Object> T outcome(T value, @Nullable Throwable failure) {
    if (failure == null) {
      return value;
    }
    throw failure instanceof CompletionException known ? known : new CompletionException(failure);
  }

  /**
   * Unwraps the cause of a failed stage.
   *
   * @throws Error if the cause is one
   */
  static RuntimeException cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof CancellationException) {
      return new McpCancelledException(CANCELLED, cause);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException unchecked ? unchecked : new CompletionException(cause);
  }
}
