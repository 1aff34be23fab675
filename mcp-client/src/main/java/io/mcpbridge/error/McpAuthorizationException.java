package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * The server rejected the credentials of a request (HTTP 401 or 403), or none could be obtained for
 * it: they are missing, expired or lack a scope (2026-07-28, authorization, error handling). Only
 * other credentials help; a retry does not.
 */
public class McpAuthorizationException extends McpHttpStatusException {
  private static final long serialVersionUID = 1L;

  private final boolean userRequired;

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
    this.userRequired = false;
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
    this(message, cause, false);
  }

  private McpAuthorizationException(
      String message, @Nullable Throwable cause, boolean userRequired) {
    super(message, 401, cause);
    this.userRequired = userRequired;
  }

  /**
   * A user has to sign in or grant access first.
   *
   * @param message where the user does that
   * @param cause the underlying failure, if any
   */
  public static McpAuthorizationException userRequired(String message, @Nullable Throwable cause) {
    return new McpAuthorizationException(message, cause, true);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpAuthorizationException(McpAuthorizationException original, Copy copy) {
    super(original, copy);
    this.userRequired = original.userRequired;
  }

  /**
   * Whether a user has to sign in or grant access first: a normal state, in which nothing is wrong
   * with the configuration.
   */
  public boolean isUserRequired() {
    return userRequired;
  }

  @Override
  protected McpAuthorizationException copy(Copy copy) {
    return new McpAuthorizationException(this, copy);
  }
}
