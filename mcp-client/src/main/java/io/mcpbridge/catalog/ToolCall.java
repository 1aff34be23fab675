package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.json.JsonException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool call from a model, between two steps.
 *
 * @param server the tool's server
 * @param tool the called tool
 * @param arguments the current arguments, initially as the model wrote them
 * @param unreadable why the model's arguments cannot be parsed; {@code null} if they can
 * @param options the caller's options
 * @param isApproved whether a user approved the call, now or earlier
 */
record ToolCall(
    ManagedServer server,
    CatalogTool tool,
    Map<String, @Nullable Object> arguments,
    @Nullable JsonException unreadable,
    CallOptions options,
    boolean isApproved) {

  /**
   * Creates a call.
   *
   * @param written the arguments as the model wrote them
   */
  static ToolCall of(
      ManagedServer server, CatalogTool tool, @Nullable String written, CallOptions options) {
    try {
      return new ToolCall(server, tool, ToolArguments.read(written), null, options, false);
    } catch (JsonException e) {
      return new ToolCall(server, tool, Map.of(), e, options, false);
    }
  }

  /** The name by which the model calls the tool. */
  String modelName() {
    String shown = options.shownName();
    return shown == null ? tool.modelName() : shown;
  }

  ToolCall withArguments(Map<String, @Nullable Object> others) {
    return new ToolCall(server, tool, others, unreadable, options, isApproved);
  }

  ToolCall withOptions(CallOptions others) {
    return new ToolCall(server, tool, arguments, unreadable, others, isApproved);
  }

  ToolCall approved() {
    return new ToolCall(server, tool, arguments, unreadable, options, true);
  }
}
