package io.mcpbridge.model;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests the roots that the server may work in ({@code roots/list}).
 *
 * @param meta the request's {@code _meta}
 */
public record ListRootsRequest(Map<String, @Nullable Object> meta) implements InputRequest {

  @Override
  public String method() {
    return "roots/list";
  }

  @Override
  public Set<ClientCapability> requires() {
    return Set.of(ClientCapability.ROOTS);
  }
}
