package io.mcpbridge.revision;

import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.TaskResult;

/**
 * What a response says.
 *
 * @param <R> the result that was asked for
 */
public sealed interface Reply<R extends McpResult> {

  /**
   * The result.
   *
   * @param freshness whether it may be used again
   */
  record Complete<R extends McpResult>(R result, Freshness freshness) implements Reply<R> {}

  /**
   * The server needs input first.
   *
   * @param result what it asks for
   */
  record InputRequired<R extends McpResult>(InputRequiredResult result) implements Reply<R> {}

  /**
   * The server works on it; the result has to be asked for.
   *
   * @param result how far it is
   */
  record Task<R extends McpResult>(TaskResult result) implements Reply<R> {}
}
