package io.mcpbridge.error;

/** The server required more rounds of input than the limit that the message names. */
public class McpInputRoundsException extends McpLimitException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpInputRoundsException(String message) {
    super(message);
  }

  @Override
  public McpInputRoundsException again() {
    return causedByThis(new McpInputRoundsException(reason()));
  }
}
