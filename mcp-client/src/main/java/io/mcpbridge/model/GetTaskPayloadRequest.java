package io.mcpbridge.model;

/**
 * Waits for the result of a task ({@code tasks/result}, 2025-11-25 only).
 *
 * @param taskId the task's id on the server
 */
public record GetTaskPayloadRequest(String taskId) implements TaskRequest<CallToolResult> {

  @Override
  public String method() {
    return "tasks/result";
  }

  /** Leaves out the id, which is a secret. */
  @Override
  public String toString() {
    return method();
  }
}
