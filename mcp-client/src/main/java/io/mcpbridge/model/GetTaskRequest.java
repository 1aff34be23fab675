package io.mcpbridge.model;

/**
 * Asks for a task ({@code tasks/get}). A call with it waits until the task is over, like the call
 * that began it, and returns the tool's result: the way to a task that was begun before a restart.
 * Giving up such a call does not cancel the task; {@link CancelTaskRequest} does.
 *
 * @param taskId the server's name for the task, see {@link TaskResult#taskId()}
 */
public record GetTaskRequest(String taskId) implements TaskRequest<CallToolResult> {

  @Override
  public String method() {
    return "tasks/get";
  }

  /** Without the id. */
  @Override
  public String toString() {
    return method();
  }
}
