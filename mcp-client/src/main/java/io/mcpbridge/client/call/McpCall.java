package io.mcpbridge.client.call;

import io.mcpbridge.model.McpResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A single-use call of one request, executed on the calling thread or in the background.
 *
 * @param <R> the type of the result
 */
public interface McpCall<R extends McpResult> {

  /**
   * Executes the call on this thread and returns the result. Interrupting the thread cancels the
   * call.
   *
   * @throws io.mcpbridge.error.McpException if the call fails; its type is the kind of failure, its
   *     message says what to do
   * @throws IllegalStateException if this call was executed before
   */
  R execute();

  /**
   * Executes the call in the background: on a virtual thread if the JDK has them, otherwise on a
   * pooled daemon thread. Cancelling the future cancels the call.
   *
   * @throws IllegalStateException through the future if this call was executed before
   */
  CompletableFuture<R> submit();

  /**
   * Executes the call in the background, on this executor. While the server works on the call, it
   * holds no thread if the transport has its own reader, as stdio and HTTP+SSE have; it holds one
   * over Streamable HTTP and in a client with interceptors. Cancelling the future cancels the call.
   *
   * @param threads may block, and must not run work on the submitting thread
   * @throws IllegalStateException through the future if this call was executed before
   */
  CompletableFuture<R> submit(Executor threads);

  /**
   * Cancels the call, from any thread. The waiting thread gets {@link
   * io.mcpbridge.error.McpCancelledException}, and the client notifies the server in the
   * transport's way. A call that is connecting or sending ends after that step; one that waits for
   * credentials or for another call's connection attempt ends at once. Idempotent; has no effect
   * after the call has ended.
   */
  void cancel();
}
