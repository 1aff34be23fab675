package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.selection.Visibility;

/** Rejects calls of disabled tools, from any caller. */
final class DisabledToolsStep implements PipelineStep<ToolCall> {

  @Override
  public Next before(ToolCall call) {
    return call.tool().visibility() == Visibility.DISABLED
        ? call.answer(ToolOutput.refusal(call.modelName() + " is disabled; go on without it."))
        : Next.PROCEED;
  }
}
