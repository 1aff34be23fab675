package io.mcpbridge.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server works on a call as a task, whose result has to be asked for. Interceptors around each
 * round on the wire see it; callers get the final result.
 *
 * @param taskId the server's name for the task. Who knows it may be able to read the result: not to
 *     be logged
 * @param status {@code working}, {@code input_required}; up to 2025-11-25 also {@code completed}
 *     and {@code failed}, where the result comes with a request of its own
 * @param statusMessage what the server says about it, untrusted
 * @param pollInterval how long to wait before asking again; {@code null} if the server does not say
 * @param inputRequests what the server waits for, by key
 * @param next what to ask next
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

  /** Its status, without the id. */
  @Override
  public String toString() {
    return "TaskResult[" + status + "]";
  }
}
