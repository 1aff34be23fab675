package io.mcpbridge.error;

/** The server could not be reached. Nothing was sent, so a retry is safe. */
public class McpConnectException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpConnectException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpConnectException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpConnectException again() {
    return new McpConnectException(reason(), this);
  }
}
