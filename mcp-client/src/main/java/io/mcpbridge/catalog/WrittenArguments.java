package io.mcpbridge.catalog;

import io.mcpbridge.json.JsonException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what the model wrote as arguments; what cannot be read is for the model to write anew. */
final class WrittenArguments implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    Map<String, @Nullable Object> arguments;
    try {
      arguments = ToolArguments.parse(call.written());
    } catch (JsonException e) {
      return ToolOutput.refusal(
          "The arguments of " + call.modelName() + " cannot be read: " + e.getMessage() + ".");
    }
    return rest.proceed(call.withArguments(arguments));
  }
}
