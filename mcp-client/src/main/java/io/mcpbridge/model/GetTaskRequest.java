package io.mcpbridge.model;

/**
 * Requests a task ({@code tasks/get}). A call with it waits for the end of the task, like the call
 * that created it, and returns the tool's result. Use it to resume a task after a restart.
 * Cancelling such a call does not cancel the task; {@link CancelTaskRequest} does.
 *
 * @param taskId the task's id on the server, see {@link TaskResult#taskId()}
 */
public record GetTaskRequest(String taskId) implements TaskRequest<CallToolResult> {

  @Override
  public String method() {
    return "tasks/get";
  }

  /** Leaves out the id, which is a secret. */
  @Override
  public String toString() {
    return method();
  }
}
