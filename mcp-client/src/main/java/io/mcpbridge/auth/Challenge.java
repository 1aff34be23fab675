package io.mcpbridge.auth;

import java.util.List;

/**
 * A refusal that says how to do better (RFC 9110, section 11.6.1).
 *
 * @param status 401 or 403
 * @param wwwAuthenticate the values of the {@code WWW-Authenticate} headers, in order, unparsed
 */
public record Challenge(int status, List<String> wwwAuthenticate) {

  /** Copies the list. */
  public Challenge {
    wwwAuthenticate = List.copyOf(wwwAuthenticate);
  }
}
