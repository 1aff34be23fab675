package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Waits for a permit of the server, and returns it. */
final class BulkheadStep implements PipelineStep<ServerCall> {

  @Override
  public Next before(ServerCall call) {
    if (call.permit() == null) {
      call.requests(call.server().calls().bulkhead());
    }
    CompletableFuture<@Nullable Void> permit = call.permit();
    return permit == null || permit.isDone()
        ? Next.PROCEED
        : call.bulkhead().waitFor(permit, call.deadline());
  }

  @Override
  public Next after(ServerCall call) {
    CompletableFuture<@Nullable Void> permit = call.permit();
    if (permit != null) {
      call.permitReturned();
      call.bulkhead().end(permit);
    }
    return Next.RETURN;
  }
}
