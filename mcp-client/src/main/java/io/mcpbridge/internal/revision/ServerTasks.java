package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.internal.revision.codec.Codec;
import io.mcpbridge.internal.revision.codec.InputRequiredReader;
import io.mcpbridge.internal.revision.codec.TaskReader;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetTaskPayloadRequest;
import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.model.TaskResult;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The extension {@code io.modelcontextprotocol/tasks} (2026-07-28): the server decides which calls
 * become tasks, among those whose request declares the extension.
 */
final class ServerTasks implements TaskDialect {

  /** The second one occurs only in the extension's examples (SEP-2663). */
  private static final Set<Object> POLL_RESULT_TYPES = Set.of("complete", "task");

  private static final Map<String, ?> DECLARED = Map.of("io.modelcontextprotocol/tasks", Map.of());

  @Override
  public void check(McpRequest<?> request, ServerInfo server) {
    if (request instanceof GetTaskPayloadRequest) {
      throw TaskDialect.unsupported(request, "the negotiated protocol revision");
    }
  }

  /** The extensions to declare with a request; none if the request cannot become a task. */
  static Map<String, ?> declaredWith(@Nullable McpRequest<?> request) {
    return request instanceof CallToolRequest || request instanceof TaskRequest
        ? DECLARED
        : Map.of();
  }

  @Override
  public <R extends McpResult> @Nullable DecodedResponse<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context) {
    if (request instanceof GetTaskRequest get) {
      TaskReader.refuseLost(response.error());
      return polled(request, get.taskId(), ErrorResponses.resultOf(response), context);
    }
    JsonObject result = response.result();
    if (result == null || !"task".equals(result.get("resultType"))) {
      return null;
    }
    if (!(request instanceof CallToolRequest)) {
      throw new McpProtocolException(
          "the server answers "
              + request.method()
              + " with a task, which the protocol does not allow");
    }
    String id = TaskReader.id(result);
    String status = Objects.requireNonNullElse(result.string("status"), "working");
    return new DecodedResponse.Task<>(task(id, status, result, Map.of()));
  }

  private static <R extends McpResult> DecodedResponse<R> polled(
      McpRequest<R> request, String id, JsonObject result, CallContext context) {
    Object type = result.get("resultType");
    if (type != null && !POLL_RESULT_TYPES.contains(type)) {
      throw new McpProtocolException(
          "the result of tasks/get is of the unknown type "
              + ServerText.line(type.toString())
              + "; nothing was guessed from its shape");
    }
    String status = TaskReader.status(result);
    return switch (status) {
      case "working" -> new DecodedResponse.Task<>(task(id, status, result, Map.of()));
      case "input_required" ->
          new DecodedResponse.Task<>(
              task(
                  id,
                  status,
                  result,
                  InputRequiredReader.questions(result.object("inputRequests"), context.client())));
      case "completed" ->
          new DecodedResponse.Complete<>(Codec.read(request, payload(result)), CacheControl.NONE);
      case "failed" -> throw failure(result);
      default -> throw TaskReader.unknownStatus(status);
    };
  }

  private static JsonObject payload(JsonObject task) {
    JsonObject result = task.object("result");
    if (result == null) {
      throw new McpProtocolException("the server reports a completed task without a result");
    }
    Object type = result.get("resultType");
    if (type != null && !type.equals("complete")) {
      throw new McpProtocolException(
          "the result of the task is of the unknown type "
              + ServerText.line(type.toString())
              + "; nothing was guessed from its shape");
    }
    return result;
  }

  private static McpException failure(JsonObject task) {
    JsonObject error = task.object("error");
    if (error == null) {
      return new McpProtocolException(
          "the task failed without an error from the server" + TaskReader.message(task));
    }
    JsonRpcError read = JsonRpcError.of(error);
    return ErrorResponses.failure(read, "the task failed with error " + read.code());
  }

  private static TaskResult task(
      String id, String status, JsonObject json, Map<String, InputRequest> questions) {
    return new TaskResult(
        id,
        status,
        json.string("statusMessage"),
        TaskReader.interval(json, "pollIntervalMs"),
        questions,
        new GetTaskRequest(id),
        json.map("_meta"));
  }
}
