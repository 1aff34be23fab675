package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.McpResult;
import org.jspecify.annotations.Nullable;

/**
 * What a successful response says.
 *
 * @param <R> the result that was asked for
 */
public sealed interface Reply<R extends McpResult> {

  /** The result. */
  record Complete<R extends McpResult>(R result) implements Reply<R> {}

  /**
   * The server needs input first (2026-07-28, multi round-trip requests).
   *
   * @param inputRequests what it asks for, by key; empty if it only wants to be asked again
   * @param requestState to be sent back untouched, if any
   */
  record InputRequired<R extends McpResult>(JsonObject inputRequests, @Nullable String requestState)
      implements Reply<R> {}
}
