package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/**
 * Replaces a tool that does not exist.
 *
 * @param name the name that the model wrote
 * @param catalog counts and reports the call; {@code null} if the request has no tools of one
 * @param sibling another tool of the request; {@code null} if there is none
 * @param sentence the error for the model
 */
record UnknownToolCallback(
    String name,
    @Nullable ToolCatalog catalog,
    @Nullable McpToolCallback sibling,
    Supplier<String> sentence)
    implements ToolCallback {

  @Override
  public ToolDefinition getToolDefinition() {
    return new UnknownToolDefinition(name, "Does not exist", "{\"type\":\"object\"}");
  }

  @Override
  public String call(@Nullable String toolInput) {
    return call(toolInput, null);
  }

  @Override
  public String call(@Nullable String toolInput, @Nullable ToolContext toolContext) {
    if (catalog == null) {
      throw new ToolExecutionException(
          getToolDefinition(), new IllegalArgumentException(sentence.get()));
    }
    Function<CallOptions, ToolOutput> call =
        options -> catalog.callUnknownTool(name, toolInput, options, sentence);
    ToolOutput output =
        sibling == null ? call.apply(CallOptions.defaults()) : sibling.unknown(call, toolContext);
    throw new ToolExecutionException(getToolDefinition(), new McpToolCallException(output));
  }
}
