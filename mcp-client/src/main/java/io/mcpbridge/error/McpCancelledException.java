package io.mcpbridge.error;

/**
 * The caller gave up: the call was cancelled or its thread interrupted (the interrupt flag is set
 * again).
 */
public class McpCancelledException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpCancelledException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpCancelledException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpCancelledException again() {
    return new McpCancelledException(reason(), this);
  }
}
