package io.mcpbridge.spring.ai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/**
 * Replaces a tool that does not exist.
 *
 * @param name the name that the model wrote
 * @param sentence the error for the model
 */
record UnknownToolCallback(String name, String sentence) implements ToolCallback {

  @Override
  public ToolDefinition getToolDefinition() {
    return new UnknownToolDefinition(name, "Does not exist", "{\"type\":\"object\"}");
  }

  @Override
  public String call(@Nullable String toolInput) {
    throw new ToolExecutionException(getToolDefinition(), new IllegalArgumentException(sentence));
  }
}
