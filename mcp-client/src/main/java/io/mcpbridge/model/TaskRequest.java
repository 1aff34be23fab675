package io.mcpbridge.model;

/**
 * Something to ask about a task: a call that the server goes on with after it was answered
 * (2025-11-25, and the extension {@code io.modelcontextprotocol/tasks} from 2026-07-28 on). Calls
 * that become tasks are brought to their end by the client itself; these requests are for
 * applications that know the id of a task from elsewhere.
 *
 * @param <R> what it is answered with
 */
public sealed interface TaskRequest<R extends McpResult> extends McpRequest<R>
    permits CancelTaskRequest, GetTaskPayloadRequest, GetTaskRequest, UpdateTaskRequest {

  /** The server's name for the task. Who knows it may be able to read the result: a secret. */
  String taskId();
}
