package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server's request that no specification defines, such as {@code vendor/confirm}; of an extension
 * that the client declares.
 *
 * @param method the method name
 * @param params the parameters as plain Java values, {@code _meta} included
 */
public record CustomInputRequest(String method, Map<String, @Nullable Object> params)
    implements InputRequest {

  /** Copies the parameters. */
  public CustomInputRequest {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
  }

  @Override
  public Set<ClientCapability> requires() {
    return Set.of();
  }
}
