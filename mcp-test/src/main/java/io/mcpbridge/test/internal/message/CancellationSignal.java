package io.mcpbridge.test.internal.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Whether a client has canceled its request. */
public final class CancellationSignal {

  private final CompletableFuture<Void> signal = new CompletableFuture<>();
  private volatile boolean cancelled;

  /**
   * Cancels the request.
   *
   * @param record records the cancellation before waiting threads continue
   */
  public void cancel(Runnable record) {
    cancelled = true;
    record.run();
    signal.complete(null);
  }

  /** Runs this on cancellation; at once if the request has been canceled already. */
  public void whenCancelled(Runnable action) {
    signal.thenRun(action);
  }

  public boolean isCancelled() {
    return cancelled;
  }

  public void await() throws InterruptedException {
    try {
      signal.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e); // it only completes normally
    }
  }
}
