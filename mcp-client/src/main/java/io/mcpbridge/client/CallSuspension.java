package io.mcpbridge.client;

import io.mcpbridge.transport.Deadline;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Unwinds the stack of a call whose request has been sent, so that no thread waits for the
 * response. Once there is something to read, the call passes through its interceptors again and
 * {@link WireExchange} resumes the round. Interceptors whose effects must not be repeated rule this
 * out: see {@link ClientCalls#maySuspend}.
 */
final class CallSuspension extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient CompletableFuture<@Nullable Void> ready;
  private final transient Deadline limit;

  /**
   * @param ready completed when there is something to read
   * @param limit when the call resumes even without anything to read
   */
  CallSuspension(CompletableFuture<@Nullable Void> ready, Deadline limit) {
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
