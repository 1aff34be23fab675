package io.mcpbridge.error;

/**
 * The arguments of a call cannot be sent as they are; nothing was sent. The message is fit for the
 * model that wrote them.
 */
public class McpInvalidArgumentsException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message which argument, and what it has to be
   */
  public McpInvalidArgumentsException(String message) {
    super(message);
  }

  @Override
  public McpInvalidArgumentsException again() {
    return causedByThis(new McpInvalidArgumentsException(reason()));
  }
}
