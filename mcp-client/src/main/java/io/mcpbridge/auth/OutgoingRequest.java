package io.mcpbridge.auth;

import java.net.URI;

/**
 * What credentials may look at, so that a proof can be bound to it (RFC 9449, DPoP).
 *
 * @param method the HTTP method
 * @param uri the full URL
 * @param body the exact bytes of the body, empty for none; not to be changed
 */
public record OutgoingRequest(String method, URI uri, byte[] body) {}
