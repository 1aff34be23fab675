package io.mcpbridge.auth;

import java.util.Map;

/**
 * Proves to one HTTP server who is asking. Called on the thread that makes the request, so that the
 * caller's context (security, tenant) is there. Implementations are thread-safe and must not leak
 * secrets through {@code toString} or exceptions.
 */
public interface Credentials {

  /**
   * The headers to add to one request, made anew for each attempt.
   *
   * @throws io.mcpbridge.error.McpException if no credentials can be had; the message says what to
   *     configure
   */
  Map<String, String> headersFor(OutgoingRequest request);

  /**
   * Told that the server refused the credentials (401, or 403 with a challenge).
   *
   * @return whether other credentials are available now, so that one more attempt makes sense
   */
  default boolean renew(Challenge challenge) {
    return false;
  }

  /** No credentials at all. */
  static Credentials none() {
    return request -> Map.of();
  }
}
