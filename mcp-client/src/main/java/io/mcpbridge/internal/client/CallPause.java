package io.mcpbridge.internal.client;

import io.mcpbridge.internal.pipeline.Wait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of a call between two rounds, and tasks from other threads, which the call runs while
 * it pauses.
 */
final class CallPause {

  /** Capacity; when full, the oldest task is dropped. */
  private static final int CAPACITY = 256;

  private final Deque<Runnable> tasks = new ArrayDeque<>(0);
  private @Nullable CompletableFuture<@Nullable Void> wake;
  private boolean isPausing;
  private long end;

  /** Queues a task for the current or next pause. */
  void add(Runnable task) {
    synchronized (tasks) {
      if (tasks.size() == CAPACITY) {
        tasks.removeFirst();
      }
      tasks.addLast(task);
    }
    wake();
  }

  /** Makes a pausing call evaluate its check again. */
  void wake() {
    CompletableFuture<@Nullable Void> pausing;
    synchronized (tasks) {
      pausing = wake;
    }
    if (pausing != null) {
      pausing.complete(null);
    }
  }

  /** The call is to pause from now on. */
  void begin(long nanos) {
    isPausing = true;
    end = System.nanoTime() + nanos;
  }

  /**
   * Runs the queued tasks.
   *
   * @param check throws to end the pause
   * @return what is left of the pause; {@code null} if it is over
   */
  @Nullable Wait rest(Runnable check) {
    if (!isPausing) {
      return null;
    }
    CompletableFuture<@Nullable Void> woken = new CompletableFuture<>();
    synchronized (tasks) {
      wake = woken; // before the check, so that what happens after it ends the wait
    }
    check.run();
    for (long remainingNanos = remainingNanos();
        remainingNanos > 0;
        remainingNanos = remainingNanos()) {
      Runnable task = poll();
      if (task == null) {
        return Wait.until(
            woken,
            remainingNanos,
            () -> woken.complete(null),
            "interrupted between two rounds of the call");
      }
      task.run();
    }
    isPausing = false;
    return null;
  }

  private long remainingNanos() {
    return end - System.nanoTime();
  }

  private @Nullable Runnable poll() {
    synchronized (tasks) {
      return tasks.pollFirst();
    }
  }
}
