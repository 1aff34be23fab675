package io.mcpbridge.catalog;

import java.util.concurrent.CompletableFuture;

/**
 * Whether a server may be used, the one question that everything asks which wants something of it,
 * and how much is under way. Thread-safe.
 */
final class CallsUnderWay {

  private final Standing standing;
  private final CompletableFuture<Boolean> none = new CompletableFuture<>();
  private int count;
  private boolean ended;

  CallsUnderWay(Standing standing) {
    this.standing = standing;
  }

  /**
   * One more begins, if the server may be used; {@link #end()} is owed for it then.
   *
   * @return whether it does
   */
  synchronized boolean begin() {
    boolean mayBeUsed = !standing.isOut();
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

  /** To be asked once no other may begin: completed when those under way have come to their end. */
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
