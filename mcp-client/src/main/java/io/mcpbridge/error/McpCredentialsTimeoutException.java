package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * The deadline passed before credentials were available: the authorization server or the user has
 * not answered yet. The request was not sent; this says nothing about the MCP server.
 */
public class McpCredentialsTimeoutException extends McpTimeoutException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and what was awaited
   */
  public McpCredentialsTimeoutException(String message) {
    this(message, null);
  }

  /**
   * @param message what was tried, and what was awaited
   * @param cause the underlying failure, if any
   */
  public McpCredentialsTimeoutException(String message, @Nullable Throwable cause) {
    super(message, cause, Delivery.NOT_SENT);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpCredentialsTimeoutException(McpCredentialsTimeoutException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpCredentialsTimeoutException copy(Copy copy) {
    return new McpCredentialsTimeoutException(this, copy);
  }
}
