package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.model.ClientCapability;
import io.mcpbridge.model.Implementation;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The client's identity: sent once per session up to 2025-11-25, with every request from 2026-07-28
 * on.
 *
 * @param info its name and version
 * @param capabilities its capabilities
 * @param extensions the settings of the extensions that it declares, by their identifiers
 * @param customMethods the methods of servers' requests that it handles beyond the specification
 */
public record ClientIdentity(
    Implementation info,
    Set<ClientCapability> capabilities,
    Map<String, Map<String, @Nullable Object>> extensions,
    Set<String> customMethods) {

  public ClientIdentity(Implementation info, Set<ClientCapability> capabilities) {
    this(info, capabilities, Map.of(), Set.of());
  }

  public Map<String, @Nullable Object> infoJson() {
    return Implementations.write(info);
  }
}
