package io.mcpbridge.error;

/** The server said something that the protocol does not allow. */
public class McpProtocolException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpProtocolException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpProtocolException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpProtocolException again() {
    return new McpProtocolException(reason(), this);
  }
}
