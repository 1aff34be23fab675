package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.json.JsonException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model's call of a tool, at one point of its way to the server.
 *
 * @param server who has the tool
 * @param tool what is called
 * @param arguments the arguments to call it with, at first as the model wrote them
 * @param unreadable why what the model wrote cannot be read; {@code null} if it can
 * @param options what the caller wants for this call
 * @param isApproved whether somebody was asked about it, now or earlier, and allowed it
 */
record ToolCall(
    ManagedServer server,
    CatalogTool tool,
    Map<String, @Nullable Object> arguments,
    @Nullable JsonException unreadable,
    CallOptions options,
    boolean isApproved) {

  /**
   * The beginning of the way.
   *
   * @param written what the model wrote as arguments
   */
  static ToolCall of(
      ManagedServer server, CatalogTool tool, @Nullable String written, CallOptions options) {
    try {
      return new ToolCall(server, tool, ToolArguments.read(written), null, options, false);
    } catch (JsonException e) {
      return new ToolCall(server, tool, Map.of(), e, options, false);
    }
  }

  /** The name that the model calls it by. */
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
