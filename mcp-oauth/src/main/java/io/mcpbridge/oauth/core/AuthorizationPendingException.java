package io.mcpbridge.oauth.core;

import io.mcpbridge.error.McpTimeoutException;
import java.util.Set;

/**
 * The user was asked for permission and did not answer before the request's deadline. The
 * authorization stays pending: once the user agrees, the next request has the token.
 */
public final class AuthorizationPendingException extends OAuthException {
  private static final long serialVersionUID = 1L;

  private AuthorizationPendingException(String message, McpTimeoutException timeout) {
    super(message, timeout);
  }

  private AuthorizationPendingException(
      AuthorizationPendingException original, Copy copy, Set<Mark> marks) {
    super(original, copy, marks);
  }

  /**
   * @param timeout names what was waited for, and where
   */
  public static AuthorizationPendingException of(McpTimeoutException timeout) {
    return new AuthorizationPendingException(
        timeout.reason() + "; authorization continues, and a later request uses the token",
        timeout);
  }

  @Override
  public boolean isUserRequired() {
    return true;
  }

  @Override
  AuthorizationPendingException copy(Copy copy, Set<Mark> marks) {
    return new AuthorizationPendingException(this, copy, marks);
  }
}
