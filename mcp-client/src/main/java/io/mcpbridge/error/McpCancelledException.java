package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The call was cancelled or its thread interrupted. The interrupt flag is set again. */
public class McpCancelledException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpCancelledException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpCancelledException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpCancelledException(McpCancelledException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpCancelledException copy(Copy copy) {
    return new McpCancelledException(this, copy);
  }
}
