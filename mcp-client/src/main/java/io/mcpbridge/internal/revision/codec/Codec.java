package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CancelTaskRequest;
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
import io.mcpbridge.model.PingRequest;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.model.UpdateTaskRequest;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Serializes the parameters of one type of request and parses its result. The same for every
 * revision: members that a revision adds are absent in older ones.
 */
public record Codec<Q extends McpRequest<R>, R extends McpResult>(
    Class<Q> kind, Function<Q, JsonObject> params, Function<JsonObject, R> result) {

  private static final Map<Class<?>, Codec<?, ?>> ALL =
      Map.ofEntries(
          entry(ListToolsRequest.class, r -> RequestParams.page(r.cursor()), ToolReader::list),
          entry(CallToolRequest.class, RequestParams::callTool, ToolReader::called),
          entry(
              ListResourcesRequest.class,
              r -> RequestParams.page(r.cursor()),
              ResourceReader::list),
          entry(
              ListResourceTemplatesRequest.class,
              r -> RequestParams.page(r.cursor()),
              ResourceReader::templates),
          entry(ReadResourceRequest.class, RequestParams::readResource, ResourceReader::contents),
          entry(ListPromptsRequest.class, r -> RequestParams.page(r.cursor()), PromptReader::list),
          entry(GetPromptRequest.class, RequestParams::getPrompt, PromptReader::filled),
          entry(CompleteRequest.class, RequestParams::complete, CompletionReader::completed),
          entry(
              CustomRequest.class,
              r -> JsonObject.of(r.params()),
              result -> new CustomResult(result.toMap(), result.map("_meta"))),
          entry(PingRequest.class, r -> JsonObject.empty(), Codec::empty),
          entry(
              SetLevelRequest.class,
              r -> JsonObject.of(Map.of("level", r.level().word())),
              Codec::empty),
          entry(GetTaskRequest.class, RequestParams::task, ToolReader::called),
          entry(GetTaskPayloadRequest.class, RequestParams::task, ToolReader::called),
          entry(UpdateTaskRequest.class, RequestParams::updateTask, Codec::empty),
          entry(CancelTaskRequest.class, RequestParams::task, Codec::empty));

  private static EmptyResult empty(JsonObject result) {
    return new EmptyResult(result.map("_meta"));
  }

  private static <Q extends McpRequest<R>, R extends McpResult>
      Map.Entry<Class<?>, Codec<?, ?>> entry(
          Class<Q> kind, Function<Q, JsonObject> params, Function<JsonObject, R> result) {
    return Map.entry(kind, new Codec<>(kind, params, result));
  }

  /** Serializes the parameters of a request. */
  public static JsonObject write(McpRequest<?> request) {
    return of(request).paramsOf(request);
  }

  /** Parses the result of a request. */
  @SuppressWarnings("unchecked")
  public static <R extends McpResult> R read(McpRequest<R> request, JsonObject result) {
    return (R) of(request).result().apply(result);
  }

  private static Codec<?, ?> of(McpRequest<?> request) {
    return Objects.requireNonNull(
        ALL.get(request.getClass()), () -> "no codec for " + request.method());
  }

  private JsonObject paramsOf(McpRequest<?> request) {
    return params.apply(kind.cast(request));
  }
}
