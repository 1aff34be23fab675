package io.mcpbridge.test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Whether a client has canceled its request. */
final class CancellationSignal {

  private final CompletableFuture<Void> signal = new CompletableFuture<>();
  private volatile boolean cancelled;

  /**
   * Cancels the request.
   *
   * @param record records the cancellation before waiting threads continue
   */
  void cancel(Runnable record) {
    cancelled = true;
    record.run();
    signal.complete(null);
  }

  /** Runs this on cancellation; at once if the request has been canceled already. */
  void whenCancelled(Runnable action) {
    signal.thenRun(action);
  }

  boolean isCancelled() {
    return cancelled;
  }

  void await() throws InterruptedException {
    try {
      signal.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e); // it only completes normally
    }
  }
}
