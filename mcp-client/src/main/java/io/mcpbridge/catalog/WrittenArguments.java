package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.JsonException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what the model wrote as arguments; what cannot be read is for the model to write anew. */
final class WrittenArguments implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    Map<String, @Nullable Object> arguments;
    try {
      arguments = ToolArguments.read(call.written());
    } catch (JsonException e) {
      String why = "cannot be read: " + e.getMessage();
      return refusal(call, why, why);
    }
    return rest.proceed(call.withArguments(arguments));
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
