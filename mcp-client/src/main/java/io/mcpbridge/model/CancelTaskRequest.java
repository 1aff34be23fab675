package io.mcpbridge.model;

/**
 * Cancels a task ({@code tasks/cancel}). From 2026-07-28 on the server may complete it anyway.
 *
 * @param taskId the task's id on the server
 */
public record CancelTaskRequest(String taskId) implements TaskRequest<EmptyResult> {

  @Override
  public String method() {
    return "tasks/cancel";
  }

  /** Leaves out the id, which is a secret. */
  @Override
  public String toString() {
    return method();
  }
}
