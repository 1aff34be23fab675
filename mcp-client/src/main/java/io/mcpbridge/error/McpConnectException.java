package io.mcpbridge.error;

/** The server could not be reached: nothing was sent, so trying again is safe. */
public class McpConnectException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpConnectException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpConnectException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpConnectException again() {
    return new McpConnectException(reason(), this);
  }
}
