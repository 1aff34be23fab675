package io.mcpbridge.error;

/**
 * The model made more tool calls than a limit of the tool catalog allows ({@code CallGuards}), or
 * too many that failed. The call was not sent. The message names the limit and its setting.
 */
public class McpCallLimitException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the limit and its setting
   */
  public McpCallLimitException(String message) {
    super(message, null, Delivery.NOT_SENT);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpCallLimitException(McpCallLimitException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpCallLimitException copy(Copy copy) {
    return new McpCallLimitException(this, copy);
  }
}
