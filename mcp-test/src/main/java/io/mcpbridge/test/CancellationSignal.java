package io.mcpbridge.test;

import java.util.concurrent.CountDownLatch;

/** Whether a client has canceled its request. */
final class CancellationSignal {

  private final CountDownLatch told = new CountDownLatch(1);
  private volatile boolean cancelled;

  /**
   * Cancels the request.
   *
   * @param record records the cancellation before waiting threads continue
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
