package io.mcpbridge.catalog;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.JsonException;

/** What the model wrote as arguments and cannot be read is for the model to write anew. */
final class WrittenArguments implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    JsonException unreadable = call.unreadable();
    if (unreadable == null) {
      return rest.proceed(call);
    }
    String why = "cannot be read: " + unreadable.getMessage();
    return refusal(call, why, why);
  }

  /**
   * A sentence for the model and an exception for the application.
   *
   * @param why what the model can act on; it may quote what the model wrote
   * @param noted the same without a value of any argument: exceptions are logged and kept
   */
  static ToolOutput refusal(ToolCall call, String why, String noted) {
    McpException failure = new McpInvalidArgumentsException("the arguments " + noted);
    failure.during(call.tool().server(), "tools/call " + call.tool().name());
    return ToolOutput.failure("The arguments of " + call.modelName() + " " + why + ".", failure);
  }
}
