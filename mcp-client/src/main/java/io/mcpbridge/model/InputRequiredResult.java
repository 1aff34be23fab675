package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server needs input before it can answer (2026-07-28, multi round-trip requests). Interceptors
 * around each round on the wire see it; callers get the final result.
 *
 * @param inputRequests what it asks for, by key; empty if it only wants to be asked again
 * @param requestState to be sent back untouched, if any; not to be looked into or logged
 * @param meta the result's {@code _meta}
 */
public record InputRequiredResult(
    Map<String, InputRequest> inputRequests,
    @Nullable String requestState,
    Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Copies the requests, keeping their order. */
  public InputRequiredResult {
    inputRequests = Collections.unmodifiableMap(new LinkedHashMap<>(inputRequests));
  }

  /** What is asked for, without the state. */
  @Override
  public String toString() {
    return "InputRequiredResult" + inputRequests.keySet();
  }
}
