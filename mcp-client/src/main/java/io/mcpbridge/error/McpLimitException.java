package io.mcpbridge.error;

/** The server sent more, or asked more often, than a limit allows; the message names the limit. */
public class McpLimitException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpLimitException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpLimitException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpLimitException again() {
    return new McpLimitException(reason(), this);
  }
}
