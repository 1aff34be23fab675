package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The server no longer knows the session (404, Streamable HTTP). The request did not run. */
public class McpSessionLostException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpSessionLostException(String message) {
    super(message, null, Delivery.NOT_RUN);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpSessionLostException(String message, @Nullable Throwable cause) {
    super(message, cause, Delivery.NOT_RUN);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpSessionLostException(McpSessionLostException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpSessionLostException copy(Copy copy) {
    return new McpSessionLostException(this, copy);
  }
}
