package io.mcpbridge.catalog;

import io.mcpbridge.thread.Workers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Background work of one catalog: its own worker threads, and delayed tasks. */
final class CatalogScheduler implements AutoCloseable {

  private final ExecutorService workers = Workers.named("catalog");
  private final CatalogTimer timer = CatalogTimer.SHARED;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<ScheduledTask> scheduledTasks = new HashSet<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private boolean closed;

  CatalogScheduler() {
    timer.acquire();
  }

  void now(Runnable work) {
    try {
      workers.execute(work);
    } catch (RejectedExecutionException closed) {
      // Work that is due while the catalog closes is dropped.
    }
  }

  void after(Duration delay, Runnable work) {
    lock.lock();
    try {
      if (!closed) {
        ScheduledTask scheduledTask = new ScheduledTask(work);
        scheduledTasks.add(scheduledTask);
        scheduledTask.due = timer.plan(delay, scheduledTask);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Completes when the schedule is closed; work that has not started by then never runs. */
  CompletableFuture<Void> over() {
    return over;
  }

  ExecutorService workers() {
    return workers;
  }

  /** Cancels the delayed tasks, since the timer runs on for other catalogs. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        scheduledTasks.forEach(ScheduledTask::cancel);
        scheduledTasks.clear();
        timer.release();
      }
    } finally {
      lock.unlock();
    }
    workers.shutdownNow();
    over.complete(null);
  }

  private final class ScheduledTask implements Runnable {

    private final Runnable work;
    private @Nullable Future<?> due;

    ScheduledTask(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      lock.lock();
      try {
        if (!scheduledTasks.remove(this)) {
          return;
        }
      } finally {
        lock.unlock();
      }
      now(work);
    }

    void cancel() {
      if (due != null) {
        due.cancel(false);
      }
    }
  }
}
