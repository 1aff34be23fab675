package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CallTimeout;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;

/** Starts the time limit of a call, which covers everything after it. */
final class DeadlineStep implements PipelineStep<ToolCall> {

  @Override
  public Next before(ToolCall call) {
    call.timeout(CallTimeout.of(call.server().options(), call.tool().name(), call.options()));
    return Next.PROCEED;
  }
}
