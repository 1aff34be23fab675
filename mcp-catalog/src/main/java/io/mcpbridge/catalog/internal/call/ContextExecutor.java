package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.internal.concurrent.RefusableTask;
import io.mcpbridge.internal.pipeline.CallerMdc;
import java.util.concurrent.Executor;

/**
 * Runs the work of one asynchronous call with the context of its caller.
 *
 * @param threads may block
 * @param context restored on each thread
 */
record ContextExecutor(ToolCall call, Executor threads, ContextSnapshot context)
    implements Executor {

  @Override
  public void execute(Runnable work) {
    threads.execute(() -> run(work));
  }

  private void runWithMdc(Runnable work) {
    CallerContext caller = call.callerIfKnown();
    try (CallerMdc mdc = caller == null ? CallerMdc.keep() : CallerMdc.of(caller)) {
      work.run();
    }
  }

  /** The context is the application's code: it may fail before the work has begun, or forget it. */
  private void run(Runnable work) {
    try {
      context.call(
          () -> {
            runWithMdc(work);
            return true;
          });
    } catch (Throwable e) {
      if (!(work instanceof RefusableTask task) || !task.refuse(e)) {
        throw e;
      }
    }
    if (work instanceof RefusableTask task) {
      task.refuse(
          new IllegalStateException(
              "ThreadContextProvider.ContextSnapshot.call returned without running the call: "
                  + context.getClass().getName()));
    }
  }
}
