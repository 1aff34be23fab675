package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.CustomRequest;
import io.mcpbridge.model.CustomResult;
import io.mcpbridge.model.EmptyResult;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.GetTaskPayloadRequest;
import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PingRequest;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.model.UpdateTaskRequest;
import java.util.Map;

/**
 * Serializes the parameters of requests and parses their results. The same for every revision:
 * members that a revision adds are absent in older ones.
 */
public final class Codec {

  private Codec() {}

  /** Serializes the parameters of a request. */
  public static JsonObject write(McpRequest<?> request) {
    if (request instanceof CallToolRequest call) {
      return RequestParams.callTool(call);
    }
    if (request instanceof PaginatedRequest<?> list) {
      return RequestParams.page(list.cursor());
    }
    if (request instanceof ReadResourceRequest read) {
      return RequestParams.readResource(read);
    }
    if (request instanceof GetPromptRequest prompt) {
      return RequestParams.getPrompt(prompt);
    }
    if (request instanceof CompleteRequest complete) {
      return RequestParams.complete(complete);
    }
    if (request instanceof CustomRequest custom) {
      return JsonObject.of(custom.params());
    }
    if (request instanceof PingRequest) {
      return JsonObject.empty();
    }
    if (request instanceof SetLevelRequest set) {
      return JsonObject.of(Map.of("level", set.level().word()));
    }
    if (request instanceof UpdateTaskRequest update) {
      return RequestParams.updateTask(update);
    }
    return RequestParams.task((TaskRequest<?>) request);
  }

  /** Parses the result of a request. */
  @SuppressWarnings("unchecked")
  public static <R extends McpResult> R read(McpRequest<R> request, JsonObject result) {
    return (R) result(request, result);
  }

  private static McpResult result(McpRequest<?> request, JsonObject result) {
    if (request instanceof CallToolRequest
        || request instanceof GetTaskRequest
        || request instanceof GetTaskPayloadRequest) {
      return ToolReader.called(result);
    }
    if (request instanceof ListToolsRequest) {
      return ToolReader.list(result);
    }
    if (request instanceof ListResourcesRequest) {
      return ResourceReader.list(result);
    }
    if (request instanceof ListResourceTemplatesRequest) {
      return ResourceReader.templates(result);
    }
    if (request instanceof ReadResourceRequest) {
      return ResourceReader.contents(result);
    }
    if (request instanceof ListPromptsRequest) {
      return PromptReader.list(result);
    }
    if (request instanceof GetPromptRequest) {
      return PromptReader.filled(result);
    }
    if (request instanceof CompleteRequest) {
      return CompletionReader.completed(result);
    }
    if (request instanceof CustomRequest) {
      return new CustomResult(result.toMap(), result.map("_meta"));
    }
    return new EmptyResult(result.map("_meta"));
  }
}
