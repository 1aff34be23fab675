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

  /** Copies an exception, for {@link #copy}. */
  protected McpInputRoundsException(McpInputRoundsException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpInputRoundsException copy(Copy copy) {
    return new McpInputRoundsException(this, copy);
  }
}
