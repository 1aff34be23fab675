package io.mcpbridge.model;

import java.util.Set;

/**
 * Something that a server needs from the client: up to 2025-11-25 a request of its own, from
 * 2026-07-28 on a part of the answer to a call (multi round-trip requests). Every text in it is the
 * server's and untrusted.
 */
public sealed interface InputRequest
    permits ElicitFormRequest, ElicitUrlRequest, CreateMessageRequest, ListRootsRequest {

  /** The specification's method name, such as {@code elicitation/create}. */
  String method();

  /** What the client must have declared for the server to be allowed to ask this. */
  Set<ClientCapability> requires();
}
