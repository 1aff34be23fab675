package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/**
 * Acquires the permission of the circuit breaker, which may let only a trial call pass, and records
 * the outcome with it.
 */
final class CircuitBreakerPermissionStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    if (call.countsForCircuitBreaker()) {
      call.permission(call.server().lifecycle().circuitBreaker().acquirePermission());
    }
    return Next.PROCEED;
  }

  @Override
  public Next after(ServerCall call) {
    CircuitBreaker.Permission permission = call.permission();
    if (permission != null) {
      call.permission(null);
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
