package io.mcpbridge.spring.ai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/**
 * What stands in for a tool that is not there.
 *
 * @param name what the model wrote
 * @param sentence what it reads
 */
record UnknownTool(String name, String sentence) implements ToolCallback {

  @Override
  public ToolDefinition getToolDefinition() {
    return new WrittenDefinition(name, "Does not exist", "{\"type\":\"object\"}");
  }

  @Override
  public String call(@Nullable String toolInput) {
    throw new ToolExecutionException(getToolDefinition(), new IllegalArgumentException(sentence));
  }
}
