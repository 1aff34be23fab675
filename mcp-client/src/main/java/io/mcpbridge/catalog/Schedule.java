package io.mcpbridge.catalog;

import io.mcpbridge.thread.DaemonThreads;
import io.mcpbridge.thread.Workers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Background work of one catalogue: a timer thread that only hands over, and workers. */
final class Schedule implements AutoCloseable {

  private final ExecutorService workers = Workers.named("catalog");
  private final ScheduledThreadPoolExecutor timer;

  Schedule() {
    timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory("mcp-catalog-timer"));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  void now(Runnable work) {
    unlessClosed(w -> workers.execute(w), work);
  }

  void after(Duration delay, Runnable work) {
    unlessClosed(w -> timer.schedule(() -> now(w), delay.toMillis(), TimeUnit.MILLISECONDS), work);
  }

  private static void unlessClosed(Consumer<Runnable> submit, Runnable work) {
    try {
      submit.accept(work);
    } catch (RejectedExecutionException closed) {
      // Work that comes due while the catalogue closes is no longer wanted.
    }
  }

  ExecutorService workers() {
    return workers;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    workers.shutdownNow();
  }
}
