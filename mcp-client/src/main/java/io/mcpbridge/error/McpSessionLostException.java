package io.mcpbridge.error;

/** The server forgot the session (404, Streamable HTTP). The request did not run. */
public class McpSessionLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpSessionLostException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpSessionLostException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpSessionLostException again() {
    return new McpSessionLostException(reason(), this);
  }
}
