package io.mcpbridge.internal.pipeline;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.concurrent.RefusableTask;
import io.mcpbridge.internal.concurrent.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls through a list of steps: forth through {@link PipelineStep#before}, back through
 * {@link PipelineStep#after}. A loop, so that a call has few stack frames and can stop at any step:
 * a call on its caller's thread blocks there while a step waits, so that the caller's context is
 * present, an interrupt ends it and no thread is handed over to; an asynchronous call returns its
 * thread and goes on on its executor.
 *
 * @param <C> the calls
 */
public final class Pipeline<C extends PipelineCall> {

  private final PipelineStep<? super C>[] steps;

  /**
   * @param steps in the order in which they run
   */
  @SuppressWarnings("unchecked")
  public Pipeline(List<? extends PipelineStep<? super C>> steps) {
    this.steps = steps.toArray(new PipelineStep[0]);
  }

  /** Runs a new call on this thread; throws its failure. */
  public void run(C call) {
    call.thread = Thread.currentThread();
    walk(call);
    call.thread = null;
    throwFailure(call.failure);
  }

  /**
   * Runs the steps after the current one within it, on this thread, for a step that runs the others
   * more than once, or for another request. Blocks while they wait, also in an asynchronous call.
   * Throws their failure, which is not yet that of the call.
   */
  public void runFollowing(C call) {
    int position = call.position;
    int first = call.first;
    boolean isReturning = call.isReturning;
    Throwable failure = call.failure;
    Thread thread = call.thread;
    call.thread = Thread.currentThread(); // not set yet if a new call starts here
    call.position = position + 1;
    call.first = position + 1;
    call.isReturning = false;
    call.failure = null;
    walk(call);
    Throwable followingFailure = call.failure;
    call.thread = thread;
    call.position = position;
    call.first = first;
    call.isReturning = isReturning;
    call.failure = failure;
    throwFailure(followingFailure);
  }

  private static void throwFailure(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  /**
   * Prepares a new call to run asynchronously, after which it can be {@linkplain
   * PipelineCall#cancel cancelled}. {@link #submit} starts it.
   *
   * @param executor its threads may block, and must not run work on the submitting thread
   * @param closed creates the failure of a call that waits when the executor accepts no more work,
   *     from the cause if there is one
   * @param over runs at the end of the call, on any thread
   */
  public void prepare(
      C call,
      Executor executor,
      Function<@Nullable Throwable, McpException> closed,
      Runnable over) {
    call.background = new Background(executor, closed, over);
  }

  /**
   * Starts a {@linkplain #prepare prepared} call.
   *
   * @throws RejectedExecutionException if the executor accepts no more work
   */
  public void submit(C call) {
    Stage stage = new Stage(call, null);
    try {
      background(call).executor().execute(stage);
    } catch (RejectedExecutionException e) {
      throw e;
    } catch (Throwable e) { // such as an OutOfMemoryError, because there can be no more threads
      stage.refuse(e);
    }
  }

  /**
   * Walks until the call is over, or until an asynchronous call has to wait.
   *
   * @return whether the call is over
   */
  private boolean walk(C call) {
    while (call.position >= call.first) {
      Next next;
      try {
        next = call.isReturning ? runAfter(call) : runBefore(call);
        if (next instanceof Wait wait) {
          if (!await(call, wait)) {
            return false;
          }
          continue;
        }
      } catch (Throwable e) { // Kotlin code throws checked exceptions, too
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        fail(call, e);
        next = Next.RETURN;
      }
      if (next == Next.PROCEED) {
        call.position++;
      } else if (next == Next.AGAIN) {
        call.failure = null;
        call.isReturning = false;
      } else if (call.isReturning) {
        call.position--;
      } else {
        call.isReturning = true;
      }
    }
    return true;
  }

  private Next runBefore(C call) {
    if (call.background != null && call.background.isCancelled()) {
      throw new McpCancelledException(Background.CANCELLED);
    }
    return steps[call.position].before(call);
  }

  private Next runAfter(C call) {
    PipelineStep<? super C> step = steps[call.position];
    Next next = step.after(call);
    if (next != Next.RETURN && next != Next.AGAIN) {
      throw new IllegalStateException(
          step.getClass().getSimpleName() + ".after may only return RETURN or AGAIN");
    }
    return next;
  }

  /** Returns whether the call goes on on this thread. */
  private boolean await(C call, Wait wait) {
    if (call.background == null || call.isNested()) {
      block(call, wait);
      return true;
    }
    call.background.begin(wait);
    if (wait.stage().isDone()) {
      settle(call, wait.failure());
      return true;
    }
    Future<?> timer =
        wait.isLimited() ? Timer.schedule(Duration.ofNanos(wait.nanos()), wait::timeIsUp) : null;
    wait.stage()
        .whenComplete(
            (value, failure) -> {
              if (timer != null) {
                timer.cancel(false);
              }
              resume(call, wait);
            });
    return false;
  }

  private void block(C call, Wait wait) {
    try {
      wait.block();
      settle(call, wait.failure());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      settle(call, wait.interrupted(e));
    }
  }

  private void resume(C call, Wait wait) {
    Stage stage = new Stage(call, wait.failure());
    if (wait.isOwnWork()) {
      stage.run();
      return;
    }
    Background background = background(call);
    try {
      background.executor().execute(stage);
    } catch (RejectedExecutionException e) {
      stage.refuse(background.closedNow(e));
    } catch (Throwable e) { // such as an OutOfMemoryError, because there can be no more threads
      stage.refuse(e);
    }
  }

  private void proceed(C call) {
    call.thread = Thread.currentThread();
    if (walk(call)) {
      call.thread = null;
      background(call).over();
    }
  }

  private void settle(C call, @Nullable Throwable failure) {
    if (failure != null) {
      fail(call, failure);
      call.isReturning = true;
    }
  }

  private static void fail(PipelineCall call, Throwable cause) {
    call.failure = Wait.unchecked(cause);
  }

  private static Background background(PipelineCall call) {
    if (call.background == null) {
      throw new IllegalStateException("the call is not asynchronous");
    }
    return call.background;
  }

  /** A call between two waits. */
  private final class Stage extends RefusableTask {

    private final C call;
    private final @Nullable Throwable failure;

    private Stage(C call, @Nullable Throwable failure) {
      this.call = call;
      this.failure = failure;
    }

    @Override
    protected void begin() {
      settle(call, failure);
      proceed(call);
    }

    /** There is no thread for the call, or no context: it goes back from where it is. */
    @Override
    protected void refused(Throwable cause) {
      settle(call, failure == null ? cause : failure);
      proceed(call);
    }
  }
}
