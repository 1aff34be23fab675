package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpTaskRequiredException;
import io.mcpbridge.internal.revision.codec.TaskReader;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CancelTaskRequest;
import io.mcpbridge.model.GetTaskPayloadRequest;
import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.model.TaskResult;
import io.mcpbridge.model.UpdateTaskRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of 2025-11-25, experimental in that revision: the client requests a task. This client does
 * so only for tools that require it.
 */
final class RequestedTasks implements TaskDialect {

  @Override
  public void check(McpRequest<?> request, ServerInfo server) {
    if (!(request instanceof TaskRequest)) {
      return;
    }
    JsonObject offered = JsonObject.orNull(server.capabilities().get("tasks"));
    if (offered == null || (request instanceof CancelTaskRequest && !offered.has("cancel"))) {
      throw TaskDialect.unsupported(request, "the server");
    }
    if (request instanceof UpdateTaskRequest) {
      throw TaskDialect.unsupported(request, "the negotiated protocol revision");
    }
  }

  @Override
  public TaskSupport support(TaskSupport learned, ServerInfo server) {
    return learned.of(server);
  }

  @Override
  public JsonObject params(McpRequest<?> request, JsonObject params, CallContext context) {
    return isRequired(request, context) ? params.with("task", Map.of()) : params;
  }

  @Override
  public <R extends McpResult> @Nullable DecodedResponse<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context) {
    if (request instanceof GetTaskRequest get) {
      TaskReader.refuseLost(response.error());
      return new DecodedResponse.Task<>(task(get.taskId(), ErrorResponses.resultOf(response)));
    }
    if (!(request instanceof CallToolRequest)) {
      return null;
    }
    refuseUnrequested(response.error(), context);
    JsonObject result = response.result();
    JsonObject begun = result == null || result.has("content") ? null : result.object("task");
    return begun == null ? null : new DecodedResponse.Task<>(task(TaskReader.id(begun), begun));
  }

  /** A tool that was never listed may require a task. */
  private static void refuseUnrequested(@Nullable JsonRpcError error, CallContext context) {
    if (error != null
        && context.taskSupport().isOffered()
        && (error.code() == JsonRpcError.METHOD_NOT_FOUND
            || error.code() == JsonRpcError.INVALID_REQUEST)) {
      throw new McpTaskRequiredException(
          "the server answered with error "
              + error.code()
              + ": "
              + ServerText.line(error.message()),
          error.code(),
          error.message(),
          error.data());
    }
  }

  private static boolean isRequired(McpRequest<?> request, CallContext context) {
    return request instanceof CallToolRequest call && context.taskSupport().isRequired(call.name());
  }

  /** The task's result and the server's input requests for it are fetched separately. */
  private static TaskResult task(String id, JsonObject json) {
    String status = TaskReader.status(json);
    TaskRequest<CallToolResult> next =
        switch (status) {
          case "working" -> new GetTaskRequest(id);
          case "input_required", "completed", "failed" -> new GetTaskPayloadRequest(id);
          default -> throw TaskReader.unknownStatus(status);
        };
    return new TaskResult(
        id,
        status,
        json.string("statusMessage"),
        TaskReader.interval(json, "pollInterval"),
        Map.of(),
        next,
        json.map("_meta"));
  }
}
