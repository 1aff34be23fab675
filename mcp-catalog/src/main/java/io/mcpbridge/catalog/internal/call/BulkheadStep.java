package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CallBulkhead;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Waits for a permit of the server, and returns it. */
final class BulkheadStep implements PipelineStep<ServerCall> {

  private static final StepField<Requested> REQUESTED = new StepField<>();

  /**
   * A permit, or the request for it.
   *
   * @param from grants it, and gets it back
   */
  private record Requested(CallBulkhead from, CompletableFuture<@Nullable Void> permit) {}

  @Override
  public Next before(ServerCall call) {
    Requested requested = REQUESTED.get(call);
    if (requested == null) {
      CallBulkhead bulkhead = call.server().calls().bulkhead();
      CompletableFuture<@Nullable Void> permit = bulkhead.request();
      if (permit == null) {
        return Next.PROCEED;
      }
      requested = new Requested(bulkhead, permit);
      REQUESTED.set(call, requested);
    }
    return requested.permit.isDone()
        ? Next.PROCEED
        : requested.from.waitFor(requested.permit, call.deadline());
  }

  @Override
  public Next after(ServerCall call) {
    Requested requested = REQUESTED.get(call);
    if (requested != null) {
      REQUESTED.set(call, null);
      requested.from.end(requested.permit);
    }
    return Next.RETURN;
  }
}
