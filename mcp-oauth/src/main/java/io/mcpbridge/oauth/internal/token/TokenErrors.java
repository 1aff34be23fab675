package io.mcpbridge.oauth.internal.token;

import org.jspecify.annotations.Nullable;

/**
 * Formats error codes of an authorization server for messages. Its descriptions are never shown.
 */
final class TokenErrors {

  private static final int MAX_LENGTH = 60;

  private TokenErrors() {}

  /** In parentheses, if it looks like an error code (RFC 6749, section 5.2). */
  static String inParentheses(@Nullable String error) {
    return error == null || error.length() > MAX_LENGTH || !error.matches("[a-z_:./-]+")
        ? ""
        : " (" + error + ")";
  }
}
