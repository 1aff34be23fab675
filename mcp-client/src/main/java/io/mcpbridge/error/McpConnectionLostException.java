package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The connection was lost while a response was pending. Whether the request ran is unknown. */
public class McpConnectionLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpConnectionLostException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpConnectionLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpConnectionLostException(McpConnectionLostException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpConnectionLostException copy(Copy copy) {
    return new McpConnectionLostException(this, copy);
  }
}
