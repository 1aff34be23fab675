package io.mcpbridge.internal.revision;

import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.TaskResult;

/**
 * A parsed response.
 *
 * @param <R> the type of the requested result
 */
public sealed interface DecodedResponse<R extends McpResult> {

  /**
   * A complete result.
   *
   * @param cacheControl its cache lifetime and scope
   */
  record Complete<R extends McpResult>(R result, CacheControl cacheControl)
      implements DecodedResponse<R> {}

  /**
   * The server requires input first.
   *
   * @param result the input requests
   * @param inputRequests the same as the server sent them
   */
  record InputRequired<R extends McpResult>(InputRequiredResult result, JsonObject inputRequests)
      implements DecodedResponse<R> {}

  /**
   * The server runs the call as a task, whose result must be polled.
   *
   * @param result the task's state
   */
  record Task<R extends McpResult>(TaskResult result) implements DecodedResponse<R> {}
}
