package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.model.McpResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call of one request that runs once.
 *
 * @param <R> the type of the result
 */
final class SingleUseCall<R extends McpResult> implements McpCall<R> {

  private final ClientCalls calls;
  private final ClientCall call;
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * @param call of a request with this type of result
   */
  SingleUseCall(ClientCalls calls, ClientCall call) {
    this.calls = calls;
    this.call = call;
  }

  @Override
  @SuppressWarnings("unchecked")
  public R execute() {
    if (!begun.compareAndSet(false, true)) {
      throw sentBefore();
    }
    return (R) calls.run(call);
  }

  private static IllegalStateException sentBefore() {
    return new IllegalStateException("a call can run only once; create a new one with the client");
  }

  /** How long the server allows the result to be cached; zero if it does not say. */
  Duration freshFor() {
    return call.cacheControl().time();
  }

  @Override
  public CompletableFuture<R> submit() {
    return submit(calls.workers());
  }

  @Override
  @SuppressWarnings("unchecked")
  public CompletableFuture<R> submit(Executor threads) {
    if (!begun.compareAndSet(false, true)) {
      return CompletableFuture.failedFuture(sentBefore());
    }
    return (CompletableFuture<R>) calls.submit(call, threads);
  }

  @Override
  public void cancel() {
    call.cancel(Runnable::run);
  }
}
