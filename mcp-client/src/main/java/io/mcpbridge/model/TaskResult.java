package io.mcpbridge.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server runs a call as a task, whose result must be polled. Visible to wire interceptors;
 * callers get the final result.
 *
 * @param taskId the task's id on the server. Must not be logged, since it may suffice to read the
 *     result
 * @param status {@code working} or {@code input_required}; up to 2025-11-25 also {@code completed}
 *     and {@code failed}, where the result needs a request of its own
 * @param statusMessage the server's status message, untrusted
 * @param pollInterval the delay before the next poll; {@code null} if the server does not say
 * @param inputRequests the task's input requests by key
 * @param next the next request to send
 * @param meta the result's {@code _meta}
 */
public record TaskResult(
    String taskId,
    String status,
    @Nullable String statusMessage,
    @Nullable Duration pollInterval,
    Map<String, InputRequest> inputRequests,
    TaskRequest<CallToolResult> next,
    Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Copies the requests, keeping their order. */
  public TaskResult {
    inputRequests = Collections.unmodifiableMap(new LinkedHashMap<>(inputRequests));
  }

  /** The status without the id. */
  @Override
  public String toString() {
    return "TaskResult[" + status + "]";
  }
}
