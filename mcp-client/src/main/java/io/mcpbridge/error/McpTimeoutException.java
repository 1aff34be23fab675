package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** No response within the limit that the message names. */
public class McpTimeoutException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpTimeoutException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpTimeoutException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  McpTimeoutException(String message, @Nullable Throwable cause, Delivery delivery) {
    super(message, cause, delivery);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpTimeoutException(McpTimeoutException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpTimeoutException copy(Copy copy) {
    return new McpTimeoutException(this, copy);
  }
}
