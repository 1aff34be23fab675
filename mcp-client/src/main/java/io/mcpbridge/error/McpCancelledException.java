package io.mcpbridge.error;

/** The call was cancelled or its thread interrupted. The interrupt flag is set again. */
public class McpCancelledException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpCancelledException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpCancelledException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpCancelledException again() {
    return new McpCancelledException(reason(), this);
  }
}
