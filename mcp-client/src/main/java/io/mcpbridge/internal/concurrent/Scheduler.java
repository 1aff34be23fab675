package io.mcpbridge.internal.concurrent;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Background work of one owner: worker threads, and delayed tasks that run on them. Work that
 * arrives after it is closed is dropped.
 */
public final class Scheduler implements Executor, AutoCloseable {

  private final ExecutorService workers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<DelayedTask> delayedTasks = new HashSet<>();
  private final CompletableFuture<Void> closing = new CompletableFuture<>();
  private boolean closed;

  /**
   * @param name prefix of the workers' names
   */
  public Scheduler(String name) {
    this.workers = Workers.named(name);
  }

  /** Runs the task on a worker, unless this scheduler is closed. */
  @Override
  public void execute(Runnable task) {
    try {
      workers.execute(task);
    } catch (RejectedExecutionException afterClose) {
      // Work that is due while its owner closes is dropped.
    }
  }

  /** Runs the task on a worker after the delay. */
  public void schedule(Duration delay, Runnable task) {
    Future<?> unused = scheduleShort(delay, () -> execute(task));
  }

  /** Runs a task that does not block after the delay, on the timer's thread; can be canceled. */
  Future<?> scheduleShort(Duration delay, Runnable task) {
    DelayedTask delayedTask = new DelayedTask(task);
    lock.lock();
    try {
      if (closed) {
        delayedTask.cancel(false);
      } else {
        delayedTasks.add(delayedTask);
        delayedTask.timer = Timer.schedule(delay, delayedTask);
      }
    } finally {
      lock.unlock();
    }
    return delayedTask;
  }

  /** Completes when this scheduler is closed; work that has not started by then never runs. */
  CompletableFuture<Void> closing() {
    return closing;
  }

  /** The executor of the workers, which rejects work once this scheduler is closed. */
  public ExecutorService workers() {
    return workers;
  }

  /** Cancels the delayed tasks and interrupts the workers. */
  @Override
  public void close() {
    cancelDelayedTasks();
    workers.shutdownNow();
    closing.complete(null);
  }

  /** Cancels the delayed tasks; what the workers have begun completes. */
  public void shutdown() {
    cancelDelayedTasks();
    workers.shutdown();
    closing.complete(null);
  }

  private void cancelDelayedTasks() {
    lock.lock();
    try {
      closed = true;
      delayedTasks.forEach(DelayedTask::cancelTimer);
      delayedTasks.clear();
    } finally {
      lock.unlock();
    }
  }

  /** The timer is shared by the process, so a closed scheduler removes its tasks from it. */
  private final class DelayedTask extends CompletableFuture<Void> implements Runnable {

    private final Runnable task;
    private @Nullable Future<?> timer;

    DelayedTask(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (taken()) {
        complete(null);
        task.run();
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (taken()) {
        cancelTimer();
      }
      return super.cancel(mayInterruptIfRunning);
    }

    private boolean taken() {
      lock.lock();
      try {
        return delayedTasks.remove(this);
      } finally {
        lock.unlock();
      }
    }

    private void cancelTimer() {
      if (timer != null) {
        timer.cancel(false);
      }
    }
  }
}
