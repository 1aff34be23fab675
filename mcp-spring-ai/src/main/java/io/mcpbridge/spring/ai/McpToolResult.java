package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import java.time.Duration;
import java.time.Instant;

/**
 * One tool call that a model made.
 *
 * @param tool the tool, with its server
 * @param arguments the arguments as the model wrote them; not necessarily valid JSON
 * @param output the complete result: text for the model, structured content, all content blocks,
 *     {@code _meta}, and the exception of a failed call
 * @param startedAt when the call started
 * @param duration how long it took, approval and retries included
 */
public record McpToolResult(
    CatalogTool tool, String arguments, ToolOutput output, Instant startedAt, Duration duration) {

  /** Without arguments and content, which may be confidential. */
  @Override
  public String toString() {
    return "McpToolResult[tool="
        + tool.modelName()
        + ", isError="
        + output.isError()
        + ", duration="
        + duration
        + "]";
  }
}
