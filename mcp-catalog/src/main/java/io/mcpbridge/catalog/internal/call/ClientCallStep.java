package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/** The last step: the client sends the request. */
final class ClientCallStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    return call.send(call.server().client());
  }

  /**
   * The credentials supplier may be unavailable, perhaps for this caller only. Listing the tools
   * shows.
   */
  @Override
  public Next after(ServerCall call) {
    call.attemptEnded();
    if (call.failure() instanceof McpUnavailableException) {
      call.server().calls().refreshRequired();
    }
    return Next.RETURN;
  }
}
