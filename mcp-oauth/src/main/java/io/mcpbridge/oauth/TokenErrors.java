package io.mcpbridge.oauth;

import org.jspecify.annotations.Nullable;

/** Error codes of an authorization server, in messages. Its own words are never shown. */
final class TokenErrors {

  private static final int LONGEST = 60;

  private TokenErrors() {}

  /** In brackets, if it looks like a code (RFC 6749, section 5.2, has no others than these). */
  static String shown(@Nullable String error) {
    return error == null || error.length() > LONGEST || !error.matches("[a-z_:./-]+")
        ? ""
        : " (" + error + ")";
  }
}
