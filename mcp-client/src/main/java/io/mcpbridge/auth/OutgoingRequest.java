package io.mcpbridge.auth;

import java.net.URI;

/**
 * What credentials may look at, so that a proof can be bound to it (RFC 9449, DPoP).
 *
 * @param method the HTTP method
 * @param uri the full URL
 * @param body the exact bytes of the body, empty for none; not to be changed
 * @param patience how long the request waits for credentials
 */
public record OutgoingRequest(String method, URI uri, byte[] body, Patience patience) {

  /** One that waits for as long as it takes. */
  public OutgoingRequest(String method, URI uri, byte[] body) {
    this(method, uri, body, Patience.endless());
  }
}
