package io.mcpbridge.client;

import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request that can be made once: waited for on the calling thread, or in the background.
 *
 * @param <R> what it is answered with
 */
public final class McpCall<R extends McpResult> {

  private final Calls calls;
  private final McpRequest<R> request;
  private final CallOptions options;
  private final ActiveCall active;
  private final AtomicBoolean begun = new AtomicBoolean();

  McpCall(Calls calls, McpRequest<R> request, CallOptions options, ActiveCall active) {
    this.calls = calls;
    this.request = request;
    this.options = options;
    this.active = active;
  }

  /**
   * Makes the call and waits for the result on this thread. Interrupting the thread cancels it.
   *
   * @throws io.mcpbridge.error.McpException if it fails; its kind says how, its message what to do
   * @throws IllegalStateException if this call was made before
   */
  public R execute() {
    if (!begun.compareAndSet(false, true)) {
      throw madeBefore();
    }
    return calls.run(request, options, active);
  }

  private static IllegalStateException madeBefore() {
    return new IllegalStateException("a call is made once; ask the client for a new one");
  }

  /** How long the server says that the result may be used again; zero if it does not say. */
  Duration freshFor() {
    return active.freshness().time();
  }

  /**
   * Makes the call in the background: the same work on a virtual thread where the JDK has them, on
   * a pooled daemon thread elsewhere. Cancelling the future cancels the call.
   *
   * @throws IllegalStateException through the future if this call was made before
   */
  public CompletableFuture<R> submit() {
    return submit(calls.workers());
  }

  /**
   * Makes the call in the background, on these threads. While the server works on it, it takes none
   * of them where the transport has a reader of its own, as stdio and HTTP+SSE have; over
   * Streamable HTTP it keeps one, and in a client with interceptors. Cancelling the future cancels
   * the call.
   *
   * @param threads may block, and must not run work on the thread that hands it over
   * @throws IllegalStateException through the future if this call was made before
   */
  public CompletableFuture<R> submit(Executor threads) {
    if (!begun.compareAndSet(false, true)) {
      return CompletableFuture.failedFuture(madeBefore());
    }
    if (calls.maySuspend()) {
      active.allowSuspension(request);
    }
    SubmittedCall<R> submitted =
        new SubmittedCall<>(() -> calls.run(request, options, active), active, calls, threads);
    submitted.begin();
    return submitted.result();
  }

  /**
   * Cancels the call from any thread: the waiting thread gets {@link
   * io.mcpbridge.error.McpCancelledException}, the server is told in its transport's way. A call
   * that is still connecting or sending ends as soon as that is done, one that waits for
   * credentials or for another call to connect at once. Harmless before, after and twice.
   */
  public void cancel() {
    active.cancel(Runnable::run);
  }
}
