package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The server violated the protocol. */
public class McpProtocolException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   */
  public McpProtocolException(String message) {
    super(message);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpProtocolException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpProtocolException(McpProtocolException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpProtocolException copy(Copy copy) {
    return new McpProtocolException(this, copy);
  }
}
