package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives a task the input that it waits for ({@code tasks/update}, 2026-07-28 and later).
 *
 * @param taskId the server's name for the task
 * @param inputResponses the answers, by the keys of the input requests
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

  /** How many answers there are, and nothing of what is in them. */
  @Override
  public String toString() {
    return method() + "[" + inputResponses.size() + "]";
  }
}
