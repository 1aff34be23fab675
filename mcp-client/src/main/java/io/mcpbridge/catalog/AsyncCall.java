package io.mcpbridge.catalog;

import io.mcpbridge.catalog.CallerContext.ContextSnapshot;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.thread.RefusableTask;
import io.mcpbridge.thread.SharedTimer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call: its executor, which restores the caller's context, and the current stage,
 * which is cancelled with the call. Thread-safe.
 */
final class AsyncCall {

  private static final String CANCELLED = "the call was cancelled by the caller";

  private final Executor threads;
  private final Executor executor;
  private @Nullable CompletableFuture<?> stage;
  private boolean isAwaited;
  private boolean cancelled;
  private boolean closed;

  /**
   * @param threads runs the stages; its threads may block
   * @param context restored on the thread of each stage
   */
  AsyncCall(Executor threads, ContextSnapshot context) {
    this.threads = threads;
    this.executor = work -> threads.execute(() -> run(work, context));
  }

  /** The context is the application's code and may fail before the work has begun. */
  private static void run(Runnable work, ContextSnapshot context) {
    AtomicBoolean begun = new AtomicBoolean();
    try {
      context.call(
          () -> {
            begun.set(true);
            work.run();
            return true;
          });
    } catch (RuntimeException | Error e) {
      if (begun.get() || !(work instanceof RefusableTask task)) {
        throw e;
      }
      task.refused(e);
    }
  }

  /** Runs work without the caller's context. */
  Executor threads() {
    return threads;
  }

  /** Runs work with the caller's context; rejects it when the catalog is closed. */
  Executor executor() {
    return executor;
  }

  /**
   * Runs the first work of the call.
   *
   * @param failed told if it cannot be run with the caller's context
   * @throws RejectedExecutionException if the catalog is closed
   */
  void execute(Runnable work, Consumer<Throwable> failed) {
    executor.execute(task(work, failed));
  }

  private static RefusableTask task(Runnable work, Consumer<Throwable> failed) {
    return new RefusableTask() {
      @Override
      public void run() {
        work.run();
      }

      @Override
      public void refused(Throwable cause) {
        failed.accept(cause);
      }
    };
  }

  /** The catalog is closed: the call no longer waits for a person, a permit or a pause. */
  void close() {
    CompletableFuture<?> awaited;
    synchronized (this) {
      closed = true;
      awaited = isAwaited ? stage : null;
    }
    if (awaited != null) {
      awaited.completeExceptionally(closedNow());
    }
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
    return begin(work, false);
  }

  private <T extends @Nullable Object> CompletableFuture<T> begin(
      Supplier<CompletableFuture<T>> work, boolean awaited) {
    refuseIfCancelled();
    CompletableFuture<T> begun = work.get();
    boolean late;
    boolean tooLate;
    synchronized (this) {
      stage = begun;
      isAwaited = awaited;
      late = cancelled;
      tooLate = closed && awaited;
    }
    if (late) {
      begun.cancel(true);
    } else if (tooLate) {
      begun.completeExceptionally(closedNow());
    }
    return begun;
  }

  /**
   * As {@link #begin}, for a stage that any thread may complete: dependents of the returned future
   * run on the executor.
   */
  <T extends @Nullable Object> CompletableFuture<T> await(Supplier<CompletableFuture<T>> work) {
    return await(work, () -> {});
  }

  /**
   * The same.
   *
   * @param undo what to do if the stage completed, but what depends on it cannot be run
   */
  <T extends @Nullable Object> CompletableFuture<T> await(
      Supplier<CompletableFuture<T>> work, Runnable undo) {
    CompletableFuture<T> begun = begin(work, true);
    if (begun.isDone()) {
      return begun;
    }
    CompletableFuture<T> next = new CompletableFuture<>();
    begun.whenComplete(
        (value, failure) -> {
          Consumer<Throwable> refused =
              cause -> {
                if (failure == null) {
                  undo.run();
                }
                next.completeExceptionally(failure == null ? cause : failure);
              };
          try {
            executor.execute(task(() -> pass(value, failure, next), refused));
          } catch (RejectedExecutionException e) {
            McpException closedNow = closedNow();
            closedNow.initCause(e);
            refused.accept(closedNow);
          }
        });
    return next;
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

  static <T extends @Nullable Object> void pass(
      T value, @Nullable Throwable failure, CompletableFuture<T> next) {
    if (failure == null) {
      next.complete(value);
    } else {
      next.completeExceptionally(failure);
    }
  }

  private static McpException closedNow() {
    McpException failure = new McpUnavailableException("the catalog is closed", null);
    failure.beforeSending();
    return failure;
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
