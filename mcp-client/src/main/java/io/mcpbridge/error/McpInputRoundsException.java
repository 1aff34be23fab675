package io.mcpbridge.error;

/** The server asked for input again and again, more often than the limit that the message names. */
public class McpInputRoundsException extends McpLimitException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpInputRoundsException(String message) {
    super(message);
  }

  @Override
  public McpInputRoundsException again() {
    return causedByThis(new McpInputRoundsException(reason()));
  }
}
