package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/** Fails fast while the server is disconnected; supervision reconnects in the background. */
final class AvailabilityStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    call.server().lifecycle().refuseIfAway();
    return Next.PROCEED;
  }

  /** Failures name the server and the operation. */
  @Override
  public Next after(ServerCall call) {
    if (call.failure() instanceof McpException e) {
      throw call.described(call.server().name(), e);
    }
    return Next.RETURN;
  }
}
