package io.mcpbridge.catalog.call;

import io.mcpbridge.catalog.guard.CircuitBreaker;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/**
 * Makes an attempt through the circuit breaker, which may let only a trial call pass, and records
 * its outcome.
 */
final class AttemptStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    if (call.countsForCircuitBreaker()) {
      call.attempts(call.server().lifecycle().circuitBreaker().begin());
    }
    return Next.PROCEED;
  }

  @Override
  public Next after(ServerCall call) {
    CircuitBreaker.Attempt attempt = call.attempt();
    if (attempt != null) {
      call.attempts(null);
      try {
        if (call.failure() == null) {
          attempt.succeeded();
        } else if (call.failure() instanceof McpException e) {
          attempt.failed(e, call.outcome(e));
        }
      } finally {
        attempt.end();
      }
    }
    return Next.RETURN;
  }
}
