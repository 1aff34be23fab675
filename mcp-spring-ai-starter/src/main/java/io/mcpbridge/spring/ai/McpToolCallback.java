package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.client.CallOptions;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** One tool of the catalogue. Blocks the calling thread until the answer is there. */
final class McpToolCallback implements ToolCallback {

  private final ToolSet tools;
  private final ToolDefinition definition;

  McpToolCallback(ToolSet tools, CatalogTool tool) {
    this.tools = tools;
    this.definition =
        new DefaultToolDefinition(
            tool.modelName(), tool.description(), tool.shown().inputSchemaJson());
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  /**
   * Calls the tool and returns the text for the model.
   *
   * @throws ToolExecutionException if the call failed; Spring AI gives its message to the model and
   *     goes on, unless {@code spring.ai.tools.throw-exception-on-error} says to stop
   */
  @Override
  public String call(@Nullable String toolInput) {
    String arguments = toolInput == null || toolInput.isBlank() ? "{}" : toolInput;
    ToolOutput output = tools.call(definition.name(), arguments, CallOptions.defaults());
    if (output.isError()) {
      throw new ToolExecutionException(definition, new McpToolException(output));
    }
    return output.text();
  }

  /** Calls the tool; nothing of the context leaves the application. */
  @Override
  public String call(@Nullable String toolInput, @Nullable ToolContext toolContext) {
    return call(toolInput);
  }
}
