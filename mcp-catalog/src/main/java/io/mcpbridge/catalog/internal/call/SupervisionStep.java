package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/** Reports to supervision what the end of a call reveals about the server. */
final class SupervisionStep implements PipelineStep<ServerCall> {

  @Override
  public Next after(ServerCall call) {
    Throwable failure = call.failure();
    if (failure instanceof McpException e) {
      McpException described = call.described(call.server().name(), e); // supervision logs it
      call.report(call.server().calls(), described);
      throw described;
    }
    if (failure == null) {
      call.report(call.server().calls(), null);
    }
    return Next.RETURN;
  }
}
