package io.mcpbridge.oauth;

import io.mcpbridge.error.McpTimeoutException;

/**
 * A person was asked for permission and has not answered within the time that the request may take.
 * They go on being asked: once they agree, the next request has the token.
 */
public final class AuthorizationPendingException extends OAuthException {
  private static final long serialVersionUID = 1L;

  private AuthorizationPendingException(String message) {
    super(message);
  }

  /**
   * @param timeout which says what is waited for, and where
   */
  static AuthorizationPendingException after(McpTimeoutException timeout) {
    AuthorizationPendingException pending =
        new AuthorizationPendingException(
            timeout.reason() + "; they are still being asked, and the next request has the token");
    pending.initCause(timeout);
    return pending;
  }

  @Override
  public AuthorizationPendingException again() {
    AuthorizationPendingException copy = new AuthorizationPendingException(reason());
    copy.initCause(this);
    return copy;
  }
}
