package io.mcpbridge.error;

/**
 * The arguments of a call are invalid; nothing was sent. The message is suitable for the model that
 * wrote them.
 */
public class McpInvalidArgumentsException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message which argument is invalid, and what is expected
   */
  public McpInvalidArgumentsException(String message) {
    super(message, null, Delivery.NOT_SENT);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpInvalidArgumentsException(McpInvalidArgumentsException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpInvalidArgumentsException copy(Copy copy) {
    return new McpInvalidArgumentsException(this, copy);
  }
}
