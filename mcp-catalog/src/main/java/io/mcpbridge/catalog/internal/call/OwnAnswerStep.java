package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import java.util.function.Supplier;

/** Answers calls of unknown tools and of the search tools, which reach no server. */
final class OwnAnswerStep implements PipelineStep<ToolCall> {

  @Override
  public Next before(ToolCall call) {
    Supplier<ToolOutput> answer = call.ownAnswer();
    return answer == null ? Next.PROCEED : call.answer(answer.get());
  }
}
