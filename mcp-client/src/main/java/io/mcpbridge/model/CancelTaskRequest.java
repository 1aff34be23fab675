package io.mcpbridge.model;

/**
 * Says that the result of a task is no longer wanted ({@code tasks/cancel}). From 2026-07-28 on the
 * server may finish it all the same.
 *
 * @param taskId the server's name for the task
 */
public record CancelTaskRequest(String taskId) implements TaskRequest<EmptyResult> {

  @Override
  public String method() {
    return "tasks/cancel";
  }

  /** Without the id. */
  @Override
  public String toString() {
    return method();
  }
}
