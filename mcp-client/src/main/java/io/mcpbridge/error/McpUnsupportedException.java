package io.mcpbridge.error;

/**
 * The server cannot be asked this: it does not offer it, or its protocol revision does not have it.
 * Asking again does not help.
 */
public class McpUnsupportedException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is not offered, and what is
   */
  public McpUnsupportedException(String message) {
    super(message);
  }

  /**
   * @param message what is not offered
   * @param cause how the server said so
   */
  public McpUnsupportedException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpUnsupportedException again() {
    return new McpUnsupportedException(reason(), this);
  }
}
