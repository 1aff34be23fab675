package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server requires input to complete a request (2026-07-28, multi round-trip requests). Visible
 * to wire interceptors; callers get the final result.
 *
 * @param inputRequests the input requests by key; empty if the server only asks for a retry
 * @param requestState opaque state to be sent back unchanged, if any; must not be interpreted or
 *     logged
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

  /** Leaves out the state. */
  @Override
  public String toString() {
    return "InputRequiredResult" + inputRequests.keySet();
  }
}
