package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server said of itself when it was greeted.
 *
 * @param protocolVersion the revision that is spoken with it
 * @param implementation what it calls itself, if it says (optional from 2026-07-28 on)
 * @param capabilities what it offers, as it came: open, unknown keys included
 * @param instructions how to use it, untrusted text for the model; not injected by itself
 * @param meta the {@code _meta} of its answer
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
