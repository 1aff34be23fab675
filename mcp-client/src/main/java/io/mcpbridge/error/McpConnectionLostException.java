package io.mcpbridge.error;

/** The way to the server ended while an answer was owed. Whether the request ran is unknown. */
public class McpConnectionLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpConnectionLostException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpConnectionLostException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpConnectionLostException again() {
    return new McpConnectionLostException(reason(), this);
  }
}
