package io.mcpbridge.error;

/** The server no longer knows the session (404, Streamable HTTP). The request did not run. */
public class McpSessionLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpSessionLostException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpSessionLostException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpSessionLostException again() {
    return new McpSessionLostException(reason(), this);
  }
}
