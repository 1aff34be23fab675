package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.json.JsonException;

/** Rejects arguments that cannot be parsed, so that the model can write them again. */
final class ArgumentParsingStep implements PipelineStep<ToolCall> {

  @Override
  public Next before(ToolCall call) {
    JsonException unreadable = call.unreadable();
    if (unreadable == null) {
      return Next.PROCEED;
    }
    String why = "cannot be read: " + unreadable.getMessage();
    return call.answer(refusal(call, why, why));
  }

  /**
   * A sentence for the model and an exception for the application.
   *
   * @param why what the model can act on; may quote the model's arguments
   * @param noted the same without argument values, since exceptions are logged and stored
   */
  static ToolOutput refusal(ToolCall call, String why, String noted) {
    call.server().history().callCounters().increment(Counter.INVALID_ARGUMENTS);
    McpException failure =
        call.described(
            call.tool().server(), new McpInvalidArgumentsException("the arguments " + noted));
    return ToolOutput.failure("The arguments of " + call.modelName() + " " + why + ".", failure);
  }
}
