package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The server exceeded a limit on size or number of requests; the message names the limit. */
public class McpLimitException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpLimitException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpLimitException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpLimitException(McpLimitException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpLimitException copy(Copy copy) {
    return new McpLimitException(this, copy);
  }
}
