package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sends a task the input that it requires ({@code tasks/update}, 2026-07-28 and later).
 *
 * @param taskId the task's id on the server
 * @param inputResponses the responses, by key of the input requests
 */
public record UpdateTaskRequest(String taskId, Map<String, InputResult> inputResponses)
    implements TaskRequest<EmptyResult> {

  /** Copies the answers, keeping their order. */
  public UpdateTaskRequest {
    inputResponses = Collections.unmodifiableMap(new LinkedHashMap<>(inputResponses));
  }

  @Override
  public String method() {
    return "tasks/update";
  }

  /** Includes only the number of responses, not their content. */
  @Override
  public String toString() {
    return method() + "[" + inputResponses.size() + "]";
  }
}
