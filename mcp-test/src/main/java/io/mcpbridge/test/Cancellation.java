package io.mcpbridge.test;

import java.util.concurrent.CountDownLatch;

/** Whether a client still wants an answer. */
final class Cancellation {

  private final CountDownLatch cancelled = new CountDownLatch(1);

  void cancel() {
    cancelled.countDown();
  }

  boolean isCancelled() {
    return cancelled.getCount() == 0;
  }

  void await() throws InterruptedException {
    cancelled.await();
  }
}
