package io.mcpbridge.oauth;

import io.mcpbridge.error.McpTimeoutException;

/**
 * The user was asked for permission and did not answer before the request's deadline. The
 * authorization stays pending: once the user agrees, the next request has the token.
 */
public final class AuthorizationPendingException extends OAuthException {
  private static final long serialVersionUID = 1L;

  private AuthorizationPendingException(String message) {
    super(message);
  }

  /**
   * @param timeout names what was waited for, and where
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
