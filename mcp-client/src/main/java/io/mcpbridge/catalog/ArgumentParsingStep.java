package io.mcpbridge.catalog;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.JsonException;

/** Rejects arguments that cannot be parsed, so that the model can write them again. */
final class ArgumentParsingStep implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Chain chain) {
    JsonException unreadable = call.unreadable();
    if (unreadable == null) {
      return chain.proceed(call);
    }
    String why = "cannot be read: " + unreadable.getMessage();
    return refusal(call, why, why);
  }

  /**
   * A sentence for the model and an exception for the application.
   *
   * @param why what the model can act on; may quote the model's arguments
   * @param noted the same without argument values, since exceptions are logged and stored
   */
  static ToolOutput refusal(ToolCall call, String why, String noted) {
    McpException failure = new McpInvalidArgumentsException("the arguments " + noted);
    failure.during(call.tool().server(), "tools/call " + call.tool().name());
    return ToolOutput.failure("The arguments of " + call.modelName() + " " + why + ".", failure);
  }
}
