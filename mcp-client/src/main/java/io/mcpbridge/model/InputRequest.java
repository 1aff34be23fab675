package io.mcpbridge.model;

import java.util.Set;

/**
 * A server's request for input: up to 2025-11-25 a separate request, from 2026-07-28 on part of the
 * result of a call (multi round-trip requests). All its texts come from the server and are
 * untrusted.
 */
public sealed interface InputRequest
    permits ElicitFormRequest,
        ElicitUrlRequest,
        CreateMessageRequest,
        ListRootsRequest,
        CustomInputRequest {

  /** The method name, such as {@code elicitation/create}. */
  String method();

  /** The capabilities that the client must have declared for this request. */
  Set<ClientCapability> requires();
}
