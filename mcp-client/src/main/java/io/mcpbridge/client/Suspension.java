package io.mcpbridge.client;

import io.mcpbridge.transport.Deadline;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Unwinds the stack of a call whose request has been sent and whose answer nobody needs to wait for
 * on a thread. The call goes its way once more from the beginning when there is something to read;
 * {@link WireExchange} takes up the round there. So nothing may stand in that way which must not be
 * done twice: see {@link Calls#maySuspend}.
 */
final class Suspension extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient CompletableFuture<@Nullable Void> ready;
  private final transient Deadline limit;

  /**
   * @param ready completed when there is something to read
   * @param limit when the call goes on even if there is nothing
   */
  Suspension(CompletableFuture<@Nullable Void> ready, Deadline limit) {
    super(null, null, false, false);
    this.ready = ready;
    this.limit = limit;
  }

  CompletableFuture<@Nullable Void> ready() {
    return ready;
  }

  Deadline limit() {
    return limit;
  }
}
