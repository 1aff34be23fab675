package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/** Fails fast while the circuit breaker is open, before the call waits for anything. */
final class CircuitBreakerStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    call.server().lifecycle().circuitBreaker().refuseIfOpen();
    return Next.PROCEED;
  }
}
