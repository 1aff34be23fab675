package io.mcpbridge.model;

/**
 * A request about a task: a call that the server continues after its first response (2025-11-25,
 * and the extension {@code io.modelcontextprotocol/tasks} from 2026-07-28 on). The client completes
 * calls that become tasks by itself; these requests are for applications that have a task's id from
 * elsewhere.
 *
 * @param <R> the result type
 */
public sealed interface TaskRequest<R extends McpResult> extends McpRequest<R>
    permits CancelTaskRequest, GetTaskPayloadRequest, GetTaskRequest, UpdateTaskRequest {

  /** The task's id on the server. A secret, since it may suffice to read the result. */
  String taskId();
}
