package io.mcpbridge.auth;

import java.net.URI;

/**
 * The request that needs credentials, so that a proof can be bound to it (RFC 9449, DPoP).
 *
 * @param method the HTTP method
 * @param uri the full URL
 * @param body the exact bytes of the body, empty for none; must not be modified
 * @param waitContext how long the request waits for credentials
 */
public record OutgoingRequest(String method, URI uri, byte[] body, WaitContext waitContext) {

  /** A request without a deadline. */
  public OutgoingRequest(String method, URI uri, byte[] body) {
    this(method, uri, body, WaitContext.endless());
  }
}
