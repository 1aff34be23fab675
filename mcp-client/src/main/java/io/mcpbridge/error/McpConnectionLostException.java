package io.mcpbridge.error;

/** The connection was lost while a response was pending. Whether the request ran is unknown. */
public class McpConnectionLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpConnectionLostException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpConnectionLostException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpConnectionLostException again() {
    return new McpConnectionLostException(reason(), this);
  }
}
