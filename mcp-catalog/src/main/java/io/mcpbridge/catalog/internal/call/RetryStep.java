package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.Wait;

/**
 * Repeats a failed call where that is safe, after a pause that gives the server time to recover.
 */
final class RetryStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    long pause = call.takePause();
    return pause > 0 ? Wait.pause(pause, "interrupted before a retry") : Next.PROCEED;
  }

  @Override
  public Next after(ServerCall call) {
    if (call.failure() instanceof McpException e && isDue(call, e)) {
      call.server().calls().retried();
      call.retryAfter(RetryPolicy.nextPause().toNanos());
      return Next.AGAIN;
    }
    return Next.RETURN;
  }

  private static boolean isDue(ServerCall call, McpException failure) {
    ManagedServer server = call.server();
    return call.mayRetry(failure, server.calls().retryPolicy())
        && server.lifecycle().retryAfter().isWithin(call.deadline());
  }
}
