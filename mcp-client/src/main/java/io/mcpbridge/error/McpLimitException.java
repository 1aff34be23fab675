package io.mcpbridge.error;

/** The server exceeded a limit on size or number of requests; the message names the limit. */
public class McpLimitException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpLimitException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpLimitException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpLimitException again() {
    return new McpLimitException(reason(), this);
  }
}
