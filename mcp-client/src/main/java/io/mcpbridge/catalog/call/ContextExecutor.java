package io.mcpbridge.catalog.call;

import io.mcpbridge.catalog.server.CallerContext.ContextSnapshot;
import io.mcpbridge.internal.concurrent.RefusableTask;
import java.util.concurrent.Executor;

/**
 * Runs the work of one asynchronous call with the context of its caller.
 *
 * @param threads may block
 * @param context restored on each thread
 */
record ContextExecutor(Executor threads, ContextSnapshot context) implements Executor {

  @Override
  public void execute(Runnable work) {
    threads.execute(() -> run(work));
  }

  /** The context is the application's code: it may fail before the work has begun, or forget it. */
  private void run(Runnable work) {
    try {
      context.call(
          () -> {
            work.run();
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
              "CallerContext.ContextSnapshot.call returned without running the call: "
                  + context.getClass().getName()));
    }
  }
}
