package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * The server does not support the request: it lacks the capability, or its protocol revision does
 * not have it. A retry does not help.
 */
public class McpUnsupportedException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is unsupported, and what is supported
   */
  public McpUnsupportedException(String message) {
    super(message);
  }

  /**
   * @param message what is unsupported
   * @param cause the server's response
   */
  public McpUnsupportedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpUnsupportedException(McpUnsupportedException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpUnsupportedException copy(Copy copy) {
    return new McpUnsupportedException(this, copy);
  }
}
