package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.CompleteResult;
import io.mcpbridge.model.CompletionReference;
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
import io.mcpbridge.model.PromptReference;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ResourceTemplateReference;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.model.UpdateTaskRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serializes the parameters of requests and parses their results. The same for every revision:
 * members that a revision adds are absent in older ones.
 */
public final class Codec {

  private Codec() {}

  /** Serializes the parameters of a request. */
  public static JsonObject write(McpRequest<?> request) {
    if (request instanceof CallToolRequest call) {
      return named(call.name(), call.arguments());
    }
    if (request instanceof PaginatedRequest<?> list) {
      return page(list.cursor());
    }
    if (request instanceof ReadResourceRequest read) {
      return readResource(read);
    }
    if (request instanceof GetPromptRequest prompt) {
      return named(prompt.name(), prompt.arguments());
    }
    if (request instanceof CompleteRequest complete) {
      return completeParams(complete);
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
      return updateTask(update);
    }
    return taskParams((TaskRequest<?>) request);
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
      return completed(result);
    }
    if (request instanceof CustomRequest) {
      return new CustomResult(result.toMap(), result.map("_meta"));
    }
    return new EmptyResult(result.map("_meta"));
  }

  /** Parses completions; missing or malformed values are skipped (2026-07-28, completion). */
  private static CompleteResult completed(JsonObject result) {
    JsonObject completion = JsonObject.of(result.map("completion"));
    List<String> values = completion.strings("values");
    boolean tooMany = values.size() > CompleteResult.MAX_VALUES;
    return new CompleteResult(
        tooMany ? values.subList(0, CompleteResult.MAX_VALUES) : values,
        completion.integer("total"),
        tooMany || Boolean.TRUE.equals(completion.bool("hasMore")),
        result.map("_meta"));
  }

  /**
   * An empty cursor is valid (2026-07-28, pagination); without a cursor, requests the first page.
   */
  private static JsonObject page(@Nullable String cursor) {
    return cursor == null ? JsonObject.empty() : JsonObject.of(Map.of("cursor", cursor));
  }

  /** Always includes the arguments: several servers reject requests without them. */
  private static JsonObject named(String name, Map<String, ?> arguments) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("name", name);
    params.put("arguments", arguments);
    return JsonObject.of(params);
  }

  private static JsonObject readResource(ReadResourceRequest request) {
    return JsonObject.of(Map.of("uri", request.uri()));
  }

  private static JsonObject completeParams(CompleteRequest request) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("ref", reference(request.ref()));
    params.put(
        "argument", Map.of("name", request.argumentName(), "value", request.argumentValue()));
    if (!request.contextArguments().isEmpty()) {
      params.put("context", Map.of("arguments", request.contextArguments()));
    }
    return JsonObject.of(params);
  }

  private static Map<String, String> reference(CompletionReference ref) {
    return ref instanceof PromptReference prompt
        ? Map.of("type", ref.type(), "name", prompt.name())
        : Map.of("type", ref.type(), "uri", ((ResourceTemplateReference) ref).uri());
  }

  private static JsonObject taskParams(TaskRequest<?> request) {
    return JsonObject.of(Map.of("taskId", request.taskId()));
  }

  private static JsonObject updateTask(UpdateTaskRequest request) {
    return taskParams(request).with("inputResponses", InputWriter.write(request.inputResponses()));
  }
}
