package io.mcpbridge.catalog;

import java.util.concurrent.CompletableFuture;

/** Decides whether a server may be used and counts the calls in flight. Thread-safe. */
final class InFlightCalls {

  private final ServerLifecycle serverLifecycle;
  private final CompletableFuture<Boolean> none = new CompletableFuture<>();
  private int count;
  private boolean ended;

  InFlightCalls(ServerLifecycle serverLifecycle) {
    this.serverLifecycle = serverLifecycle;
  }

  /**
   * Registers a call if the server may be used. The caller must then call {@link #end()}.
   *
   * @return whether the call may proceed
   */
  synchronized boolean begin() {
    boolean mayBeUsed = !serverLifecycle.isOut();
    if (mayBeUsed) {
      count++;
    }
    return mayBeUsed;
  }

  synchronized void end() {
    count--;
    tell();
  }

  synchronized boolean any() {
    return count > 0;
  }

  /** Completes when all calls have ended. Call it only after new calls are refused. */
  synchronized CompletableFuture<Boolean> over() {
    ended = true;
    tell();
    return none;
  }

  private void tell() {
    if (ended && count == 0) {
      none.complete(true);
    }
  }
}
