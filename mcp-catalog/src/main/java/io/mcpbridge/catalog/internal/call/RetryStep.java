package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.internal.pipeline.Wait;

/**
 * Repeats a failed call where that is safe, after a pause that gives the server time to recover.
 */
final class RetryStep implements PipelineStep<ServerCall> {

  private static final StepField<Retries> RETRIES = new StepField<>();

  /**
   * The retries so far.
   *
   * @param pause in nanoseconds before the last one; 0 once it has begun
   */
  private record Retries(int count, long pause) {

    static final Retries NONE = new Retries(0, 0);

    static Retries of(ServerCall call) {
      Retries retries = RETRIES.get(call);
      return retries == null ? NONE : retries;
    }
  }

  @Override
  public Next before(ServerCall call) {
    Retries retries = Retries.of(call);
    if (retries.pause == 0) {
      return Next.PROCEED;
    }
    RETRIES.set(call, new Retries(retries.count, 0));
    return Wait.pause(retries.pause, "interrupted before a retry");
  }

  @Override
  public Next after(ServerCall call) {
    if (call.failure() instanceof McpException e && isDue(call, e)) {
      call.server().calls().retried();
      RETRIES.set(call, new Retries(Retries.of(call).count + 1, RetryPolicy.nextPause().toNanos()));
      call.repeat();
      return Next.AGAIN;
    }
    return Next.RETURN;
  }

  private static boolean isDue(ServerCall call, McpException failure) {
    ManagedServer server = call.server();
    return call.mayRetry(failure, server.calls().retryPolicy(), Retries.of(call).count)
        && server.lifecycle().retryAfter().isWithin(call.deadline());
  }
}
