package io.mcpbridge.revision;

import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.TaskRequest;
import org.jspecify.annotations.Nullable;

/** How calls become tasks in a revision, and are asked for afterwards. */
interface TaskDialect {

  /** Up to 2025-06-18 there are no tasks. */
  TaskDialect NONE = new TaskDialect() {};

  /**
   * Asked before a request is sent.
   *
   * @throws McpUnsupportedException if this server may not be asked that
   */
  default void check(McpRequest<?> request, ServerInfo server) {
    if (request instanceof TaskRequest) {
      throw unsupported(request, "the revision that is spoken with it");
    }
  }

  /** The same memory, offered where a tool may have to be called as a task. */
  default TaskSupport support(TaskSupport learned, ServerInfo server) {
    return learned;
  }

  /** The parameters of a request, with what they need for it to become a task. */
  default JsonObject params(McpRequest<?> request, JsonObject params, CallContext context) {
    return params;
  }

  /** What a response says of a task; {@code null} if it is not about one. */
  default <R extends McpResult> @Nullable Reply<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context) {
    return null;
  }

  static McpUnsupportedException unsupported(McpRequest<?> request, String by) {
    return new McpUnsupportedException(
        request.method() + " is not offered by " + by + ", so that nothing was sent");
  }
}
