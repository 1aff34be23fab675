package io.mcpbridge.error;

/** The server violated the protocol. */
public class McpProtocolException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpProtocolException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpProtocolException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpProtocolException again() {
    return new McpProtocolException(reason(), this);
  }
}
