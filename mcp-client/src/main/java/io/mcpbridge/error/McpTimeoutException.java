package io.mcpbridge.error;

/** No response within the limit that the message names. */
public class McpTimeoutException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpTimeoutException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpTimeoutException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpTimeoutException again() {
    return new McpTimeoutException(reason(), this);
  }
}
