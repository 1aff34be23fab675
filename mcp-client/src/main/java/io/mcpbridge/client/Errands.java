package io.mcpbridge.client;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What other threads want done by the thread that waits for a call, while it pauses. */
final class Errands {

  /** How many may wait; beyond that the oldest gives way. */
  private static final int MOST = 256;

  private static final Runnable WAKE = () -> {};

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MOST);

  /** To be done by the thread that pauses, or pauses next. */
  void leave(Runnable errand) {
    if (!waiting.offer(errand)) {
      waiting.poll();
      waiting.offer(errand);
    }
  }

  /** Has a pausing thread look whether it should go on pausing. */
  void wake() {
    waiting.offer(WAKE);
  }

  /**
   * Does errands for that long.
   *
   * @param check looked at before each wait; throws if the pause is to end
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
