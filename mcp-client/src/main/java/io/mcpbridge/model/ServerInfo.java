package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's information from initialization or discovery.
 *
 * @param protocolVersion the negotiated revision
 * @param implementation its self-reported identity, if any (optional from 2026-07-28 on)
 * @param capabilities its capabilities as sent, including unknown keys
 * @param instructions how to use it, untrusted text for the model; not injected automatically
 * @param meta the {@code _meta} of the response
 */
public record ServerInfo(
    String protocolVersion,
    @Nullable Implementation implementation,
    Map<String, @Nullable Object> capabilities,
    @Nullable String instructions,
    Map<String, @Nullable Object> meta) {

  /** Whether the server declared a capability, such as {@code tools}. */
  public boolean offers(String capability) {
    return capabilities.get(capability) instanceof Map;
  }
}
