package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.server.ToolOutput;

/**
 * Cause of the {@link org.springframework.ai.tool.execution.ToolExecutionException} that Spring
 * AI's {@code ToolExecutionExceptionProcessor} gets when a tool call failed. The message is the
 * text for the model. Details for developers are in the cause and in {@link #output()}.
 */
public final class McpToolCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ToolOutput output;

  McpToolCallException(ToolOutput output) {
    super(output.text(), output.failure());
    this.output = output;
  }

  /** The complete result: content, structured content, {@code _meta}, and the failure. */
  public ToolOutput output() {
    return output;
  }
}
