package io.mcpbridge.client;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tasks from other threads for the thread that executes a call, to run while it pauses. */
final class CallerThreadTasks {

  /** Capacity; when full, the oldest task is dropped. */
  private static final int MOST = 256;

  private static final Runnable WAKE = () -> {};

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MOST);

  /** Queues a task for the current or next pause. */
  void leave(Runnable errand) {
    if (!waiting.offer(errand)) {
      waiting.poll();
      waiting.offer(errand);
    }
  }

  /** Makes a pausing thread evaluate its check again. */
  void wake() {
    waiting.offer(WAKE);
  }

  /**
   * Runs queued tasks for the given time.
   *
   * @param check runs before each wait; throws to end the pause
   */
  void during(long nanos, Runnable check) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    Runnable errand;
    do {
      check.run();
      errand = waiting.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (errand != null) {
        errand.run();
      }
    } while (errand != null && end - System.nanoTime() > 0);
  }
}
