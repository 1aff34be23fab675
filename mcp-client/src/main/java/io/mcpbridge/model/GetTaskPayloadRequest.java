package io.mcpbridge.model;

/**
 * Waits for the result of a task ({@code tasks/result}, 2025-11-25 only).
 *
 * @param taskId the server's name for the task
 */
public record GetTaskPayloadRequest(String taskId) implements TaskRequest<CallToolResult> {

  @Override
  public String method() {
    return "tasks/result";
  }

  /** Without the id. */
  @Override
  public String toString() {
    return method();
  }
}
