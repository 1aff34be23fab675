package io.mcpbridge.internal.pipeline;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A call on its way through the steps of a {@link Pipeline}. Used by one thread at a time, except
 * {@link #cancel} and {@link #close}.
 */
public abstract class PipelineCall {

  private static final @Nullable Object[] NOTHING = {};

  int position;

  /** The first step of the current run: not 0 while a step runs those that follow it. */
  int first;

  /**
   * Runs the steps, or ran them before the current wait; {@code null} before and after the call.
   */
  @Nullable Thread thread;

  /** The values of {@link StepField}s. */
  @Nullable Object[] stepFields = NOTHING;

  boolean isReturning;
  @Nullable Throwable failure;
  @Nullable Background background;

  /** Why the call fails; {@code null} if it does not. A runtime exception or an error. */
  public final @Nullable Throwable failure() {
    return failure;
  }

  /** Discards the failure, since a step has answered the call. */
  protected final void recovered() {
    failure = null;
  }

  /** The executor of an asynchronous call; {@code null} if the call blocks its thread. */
  public final @Nullable Executor executor() {
    return background == null || isNested() ? null : background.executor();
  }

  /** Whether this thread runs the steps of the call. Any thread may ask. */
  public final boolean isOnThisThread() {
    return thread == Thread.currentThread();
  }

  final boolean isNested() {
    return first > 0;
  }

  /** Puts a new call at the step of another one, to run the steps that follow. */
  protected final void startAt(PipelineCall other) {
    position = other.position;
  }

  /** Ends an asynchronous call: cancels what it waits for, and refuses what would follow. */
  public final void cancel() {
    if (background != null) {
      background.cancel();
    }
  }

  /** Ends the waits of an asynchronous call, except that for its own work. */
  public final void close() {
    if (background != null) {
      background.close();
    }
  }
}
