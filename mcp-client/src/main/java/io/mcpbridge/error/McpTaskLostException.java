package io.mcpbridge.error;

/**
 * A call's task ended without a result: the server cancelled it or no longer knows it. Whether it
 * took effect is unknown.
 */
public class McpTaskLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpTaskLostException(String message) {
    super(message);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpTaskLostException(McpTaskLostException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpTaskLostException copy(Copy copy) {
    return new McpTaskLostException(this, copy);
  }
}
