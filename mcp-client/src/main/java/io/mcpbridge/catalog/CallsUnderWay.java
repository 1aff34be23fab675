package io.mcpbridge.catalog;

import java.util.concurrent.CompletableFuture;

/** How many calls of a server are under way, until it takes no more of them. Thread-safe. */
final class CallsUnderWay {

  private final CompletableFuture<Boolean> none = new CompletableFuture<>();
  private int count;
  private boolean ended;

  /**
   * One more begins; {@link #end()} is owed for it.
   *
   * @return whether it should: otherwise nobody waits for it
   */
  synchronized boolean begin() {
    count++;
    return !ended;
  }

  synchronized void end() {
    count--;
    tell();
  }

  synchronized boolean any() {
    return count > 0;
  }

  /** No other may begin; the future is completed when those under way have come to their end. */
  synchronized CompletableFuture<Boolean> noMore() {
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
