package io.mcpbridge.error;

/**
 * A tool reported that it failed ({@code isError}; 2026-07-28, tools, error handling). Only typed
 * calls throw it: other calls return the failure as a result, which a model can read.
 */
public class McpToolErrorException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the tool's text
   */
  public McpToolErrorException(String message) {
    super(message.isBlank() ? "the tool failed without a text" : message, null, Delivery.ANSWERED);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpToolErrorException(McpToolErrorException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpToolErrorException copy(Copy copy) {
    return new McpToolErrorException(this, copy);
  }
}
