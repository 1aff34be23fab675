package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model's call of a tool, at one point of its way to the server.
 *
 * @param server who has the tool
 * @param tool what is called
 * @param written the arguments as the model wrote them
 * @param arguments the arguments to call it with, as far as they are known
 * @param options what the caller wants for this call
 */
record ToolCall(
    ManagedServer server,
    CatalogTool tool,
    @Nullable String written,
    Map<String, @Nullable Object> arguments,
    CallOptions options) {

  String modelName() {
    return tool.modelName();
  }

  ToolCall withArguments(Map<String, @Nullable Object> others) {
    return new ToolCall(server, tool, written, others, options);
  }

  ToolCall withOptions(CallOptions others) {
    return new ToolCall(server, tool, written, arguments, others);
  }
}
