package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.CompletionReference;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.PromptReference;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ResourceTemplateReference;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.model.UpdateTaskRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serializes the parameters of each request. */
final class RequestParams {

  private RequestParams() {}

  /**
   * An empty cursor is valid (2026-07-28, pagination); without a cursor, requests the first page.
   */
  static JsonObject page(@Nullable String cursor) {
    return cursor == null ? JsonObject.empty() : JsonObject.of(Map.of("cursor", cursor));
  }

  /** Always includes the arguments: several servers reject requests without them. */
  static JsonObject callTool(CallToolRequest request) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("name", request.name());
    params.put("arguments", request.arguments());
    return JsonObject.of(params);
  }

  static JsonObject readResource(ReadResourceRequest request) {
    return JsonObject.of(Map.of("uri", request.uri()));
  }

  static JsonObject complete(CompleteRequest request) {
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

  static JsonObject task(TaskRequest<?> request) {
    return JsonObject.of(Map.of("taskId", request.taskId()));
  }

  static JsonObject updateTask(UpdateTaskRequest request) {
    return task(request).with("inputResponses", InputWriter.write(request.inputResponses()));
  }

  static JsonObject getPrompt(GetPromptRequest request) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("name", request.name());
    params.put("arguments", request.arguments());
    return JsonObject.of(params);
  }
}
