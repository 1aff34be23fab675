package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The server could not be reached. Nothing was sent, so a retry is safe. */
public class McpConnectException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpConnectException(String message) {
    super(message, null, Delivery.NOT_SENT);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpConnectException(String message, @Nullable Throwable cause) {
    super(message, cause, Delivery.NOT_SENT);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpConnectException(McpConnectException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpConnectException copy(Copy copy) {
    return new McpConnectException(this, copy);
  }
}
