package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * A server's input request was refused: there is no handler, the user or a handler refused, or the
 * result did not fit the request. Handlers throw it to refuse.
 */
public class McpInputRefusedException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was refused and why; up to 2025-11-25 sent to the server
   */
  public McpInputRefusedException(String message) {
    super(message);
  }

  /**
   * @param message what was refused and why
   * @param cause the underlying failure, if any
   */
  public McpInputRefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpInputRefusedException(McpInputRefusedException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpInputRefusedException copy(Copy copy) {
    return new McpInputRefusedException(this, copy);
  }
}
