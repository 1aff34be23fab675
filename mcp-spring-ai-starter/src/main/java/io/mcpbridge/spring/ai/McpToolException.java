package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolOutput;

/**
 * Why a tool call failed: the cause of the {@link
 * org.springframework.ai.tool.execution.ToolExecutionException} that Spring AI's {@code
 * ToolExecutionExceptionProcessor} gets. The message is the sentence for the model. What the
 * developer needs is in the cause and in {@link #output()}.
 */
public final class McpToolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ToolOutput output;

  McpToolException(ToolOutput output) {
    super(output.text(), output.failure());
    this.output = output;
  }

  /** All that came back: content, structured content, {@code _meta}, and what went wrong. */
  public ToolOutput output() {
    return output;
  }
}
