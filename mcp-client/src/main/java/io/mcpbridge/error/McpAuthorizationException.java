package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * The server rejected the credentials of a request (HTTP 401 or 403), or none could be obtained for
 * it: they are missing, expired or lack a scope (2026-07-28, authorization, error handling). Only
 * other credentials help; a retry does not.
 */
public class McpAuthorizationException extends McpHttpStatusException {
  private static final long serialVersionUID = 1L;

  /**
   * The server's rejection.
   *
   * @param message what was tried, and the outcome
   * @param status the HTTP status, 401 or 403
   * @param challenge the {@code WWW-Authenticate} header, if any
   * @param retryAfter the {@code Retry-After} header, if any
   */
  public McpAuthorizationException(
      String message, int status, @Nullable String challenge, @Nullable String retryAfter) {
    super(message, status, challenge, retryAfter);
  }

  /**
   * Credentials that could not be obtained; counts as the server's 401.
   *
   * @param message what was tried, and the outcome
   */
  public McpAuthorizationException(String message) {
    this(message, null);
  }

  /**
   * Same, with the underlying failure.
   *
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpAuthorizationException(String message, @Nullable Throwable cause) {
    super(message, 401, cause);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpAuthorizationException(McpAuthorizationException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpAuthorizationException copy(Copy copy) {
    return new McpAuthorizationException(this, copy);
  }
}
