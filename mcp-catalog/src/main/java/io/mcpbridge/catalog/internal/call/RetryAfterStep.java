package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.Wait;

/**
 * Waits for as long as the server asks with {@code Retry-After}, if that is short, and fails
 * otherwise.
 */
final class RetryAfterStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    long remainingNanos = call.server().lifecycle().retryAfter().next(call.deadline());
    return remainingNanos > 0
        ? Wait.pause(remainingNanos, "interrupted while waiting for the Retry-After time")
        : Next.PROCEED;
  }

  @Override
  public Next after(ServerCall call) {
    if (call.failure() instanceof McpException e) {
      call.server().lifecycle().retryAfter().record(e);
    }
    return Next.RETURN;
  }
}
