package io.mcpbridge.oauth;

import io.mcpbridge.error.McpHttpStatusException;
import org.jspecify.annotations.Nullable;

/**
 * No token could be had for a server that wants one. The message says what was tried, with which
 * host, and what to change; it holds no token, code, verifier, secret or assertion, and no more of
 * what others answered than an error code. Counts as the server's 401, so that the server shows as
 * one that needs authorization.
 */
public final class OAuthException extends McpHttpStatusException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String error;

  /**
   * @param message what was tried and what came back
   */
  OAuthException(String message) {
    this(message, (String) null);
  }

  /**
   * @param error the error code that the authorization server answered (RFC 6749, section 5.2)
   */
  OAuthException(String message, @Nullable String error) {
    super(message, 401, null, null);
    this.error = error;
  }

  /** The error code that the authorization server answered, such as {@code access_denied}. */
  public @Nullable String error() {
    return error;
  }

  @Override
  public OAuthException again() {
    OAuthException copy = new OAuthException(reason(), error);
    copy.initCause(this);
    return copy;
  }
}
