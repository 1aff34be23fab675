package io.mcpbridge.test;

import java.util.concurrent.CountDownLatch;

/** Whether a client still wants an answer. */
final class Cancellation {

  private final CountDownLatch told = new CountDownLatch(1);
  private volatile boolean cancelled;

  /**
   * From now on it is cancelled.
   *
   * @param record writes that down, before those who wait for it go on
   */
  void cancel(Runnable record) {
    cancelled = true;
    record.run();
    told.countDown();
  }

  boolean isCancelled() {
    return cancelled;
  }

  void await() throws InterruptedException {
    told.await();
  }
}
