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

  @Override
  public McpTaskLostException again() {
    return causedByThis(new McpTaskLostException(reason()));
  }
}
