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
      return refusal(call, "cannot be read: " + e.getMessage());
    }
    return rest.proceed(call.withArguments(arguments));
  }

  /** The same for the model, in a sentence, and for the application, as an exception. */
  static ToolOutput refusal(ToolCall call, String why) {
    McpException failure = new McpInvalidArgumentsException("the arguments " + why);
    failure.during(call.tool().server(), "tools/call " + call.tool().tool().name());
    return ToolOutput.failure("The arguments of " + call.modelName() + " " + why + ".", failure);
  }
}
