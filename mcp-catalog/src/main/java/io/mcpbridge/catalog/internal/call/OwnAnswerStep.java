package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.server.CallOutcome.Kind;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.selection.Visibility;
import java.util.function.Supplier;

/**
 * Answers calls that reach no server: those of unknown tools and of the search tools. Rejects calls
 * of disabled tools, from any caller.
 */
final class OwnAnswerStep implements PipelineStep<ToolCall> {

  @Override
  public Next before(ToolCall call) {
    Supplier<ToolOutput> answer = call.ownAnswer();
    if (answer != null) {
      return call.answer(answer.get());
    }
    return call.tool().visibility() == Visibility.DISABLED
        ? call.answer(
            ToolOutput.refusal(call.modelName() + " is disabled; go on without it."), Kind.REFUSED)
        : Next.PROCEED;
  }
}
