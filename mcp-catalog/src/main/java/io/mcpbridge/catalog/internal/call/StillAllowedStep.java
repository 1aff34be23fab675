package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/**
 * Checks again that a call is allowed, since it may have waited for an approval, a permit or the
 * server.
 */
final class StillAllowedStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    call.refuseUnlessAllowed();
    return Next.PROCEED;
  }
}
