package io.mcpbridge.revision;

import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.McpResult;

/**
 * What a response says.
 *
 * @param <R> the result that was asked for
 */
public sealed interface Reply<R extends McpResult> {

  /** The result. */
  record Complete<R extends McpResult>(R result) implements Reply<R> {}

  /**
   * The server needs input first.
   *
   * @param result what it asks for
   */
  record InputRequired<R extends McpResult>(InputRequiredResult result) implements Reply<R> {}
}
