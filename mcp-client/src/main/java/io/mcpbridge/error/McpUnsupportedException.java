package io.mcpbridge.error;

/**
 * The server does not support the request: it lacks the capability, or its protocol revision does
 * not have it. A retry does not help.
 */
public class McpUnsupportedException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is unsupported, and what is supported
   */
  public McpUnsupportedException(String message) {
    super(message);
  }

  /**
   * @param message what is unsupported
   * @param cause the server's response
   */
  public McpUnsupportedException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpUnsupportedException again() {
    return new McpUnsupportedException(reason(), this);
  }
}
