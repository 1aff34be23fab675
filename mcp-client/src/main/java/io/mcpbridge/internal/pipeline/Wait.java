package io.mcpbridge.internal.pipeline;

import io.mcpbridge.error.McpCancelledException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Something that a step waits for before it runs again. A call on its caller's thread blocks until
 * then, any other one holds no thread. If the stage fails, so does the call.
 */
public final class Wait extends Next {

  private static final long UNLIMITED = Long.MAX_VALUE;

  private final CompletableFuture<?> stage;
  private final long nanos;
  private final Runnable late;
  private final String interrupted;
  private final boolean isOwnWork;

  private Wait(
      CompletableFuture<?> stage,
      long nanos,
      Runnable late,
      String interrupted,
      boolean isOwnWork) {
    this.stage = stage;
    this.nanos = nanos;
    this.late = late;
    this.interrupted = interrupted;
    this.isOwnWork = isOwnWork;
  }

  /**
   * Waits for a stage until a deadline.
   *
   * @param nanos the time left; {@link Long#MAX_VALUE} if there is no limit
   * @param late completes the stage if it is not complete by then; must not run the application's
   *     code, since it may run on the shared timer
   * @param interrupted the message if the waiting thread is interrupted
   */
  public static Wait until(
      CompletableFuture<?> stage, long nanos, Runnable late, String interrupted) {
    return new Wait(stage, Math.max(0, nanos), late, interrupted, false);
  }

  /**
   * Waits for some time.
   *
   * @param interrupted the message if the waiting thread is interrupted
   */
  public static Wait pause(long nanos, String interrupted) {
    CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    return new Wait(over, nanos, () -> over.complete(null), interrupted, false);
  }

  /** Waits for the call's own work on its executor: the call goes on on the thread that ends it. */
  public static Wait ownWork(CompletableFuture<?> stage) {
    return new Wait(stage, UNLIMITED, () -> {}, "interrupted while waiting for the server", true);
  }

  CompletableFuture<?> stage() {
    return stage;
  }

  boolean isOwnWork() {
    return isOwnWork;
  }

  boolean isLimited() {
    return nanos != UNLIMITED;
  }

  long nanos() {
    return nanos;
  }

  /** Ends the wait because its time is up. */
  void timeIsUp() {
    late.run();
  }

  /** Blocks this thread. */
  void block() throws InterruptedException {
    try {
      if (!isLimited()) {
        stage.get();
        return;
      }
      stage.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      timeIsUp();
    } catch (ExecutionException | CancellationException e) {
      // the stage has the failure
    }
  }

  /** Ends the wait because its thread was interrupted; returns the failure of the call. */
  McpCancelledException interrupted(InterruptedException cause) {
    stage.cancel(true);
    return new McpCancelledException(interrupted, cause);
  }

  /** Why the completed stage failed; {@code null} if it did not. */
  @Nullable Throwable failure() {
    if (!stage.isCompletedExceptionally()) {
      return null;
    }
    try {
      stage.join();
      return null;
    } catch (CancellationException e) {
      return new McpCancelledException(Background.CANCELLED, e);
    } catch (CompletionException e) {
      return cause(e);
    }
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof CancellationException) {
      return new McpCancelledException(Background.CANCELLED, cause);
    }
    return unchecked(cause);
  }

  /** The failure as an exception that need not be declared. */
  static Throwable unchecked(Throwable failure) {
    return failure instanceof RuntimeException || failure instanceof Error
        ? failure
        : new CompletionException(failure);
  }
}
