package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.TaskRequest;
import org.jspecify.annotations.Nullable;

/** How a revision creates and polls tasks. */
interface TaskDialect {

  /** Revisions up to 2025-06-18 have no tasks. */
  TaskDialect NONE = new TaskDialect() {};

  /**
   * Called before a request is sent.
   *
   * @throws McpUnsupportedException if the server does not support the request
   */
  default void check(McpRequest<?> request, ServerInfo server) {
    if (request instanceof TaskRequest) {
      throw unsupported(request, "the negotiated protocol revision");
    }
  }

  /**
   * The learned task support, applied to this server if the revision lets clients request tasks.
   */
  default TaskSupport support(TaskSupport learned, ServerInfo server) {
    return learned;
  }

  /** Adds what a request needs to become a task to its parameters. */
  default JsonObject params(McpRequest<?> request, JsonObject params, CallContext context) {
    return params;
  }

  /** Parses a response about a task; {@code null} if it is not about one. */
  default <R extends McpResult> @Nullable DecodedResponse<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context) {
    return null;
  }

  static McpUnsupportedException unsupported(McpRequest<?> request, String offeringParty) {
    return new McpUnsupportedException(
        request.method() + " is not offered by " + offeringParty + "; nothing was sent");
  }
}
