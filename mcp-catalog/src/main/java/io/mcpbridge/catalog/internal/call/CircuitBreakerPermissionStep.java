package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;

/**
 * Acquires the permission of the circuit breaker, which may let only a trial call pass, and records
 * the outcome with it.
 */
final class CircuitBreakerPermissionStep implements PipelineStep<ServerCall> {

  private static final StepField<CircuitBreaker.Permission> PERMISSION = new StepField<>();

  @Override
  public Next before(ServerCall call) {
    if (call.countsForCircuitBreaker()) {
      PERMISSION.set(call, call.server().lifecycle().circuitBreaker().acquirePermission());
    }
    return Next.PROCEED;
  }

  @Override
  public Next after(ServerCall call) {
    CircuitBreaker.Permission permission = PERMISSION.get(call);
    if (permission != null) {
      PERMISSION.set(call, null);
      try {
        if (call.failure() == null) {
          permission.onSuccess();
        } else if (call.failure() instanceof McpException e) {
          permission.onError(e, call.outcome(e));
        }
      } finally {
        permission.release();
      }
    }
    return Next.RETURN;
  }
}
