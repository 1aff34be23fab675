package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.ReadResourceRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of each request. */
final class Params {

  private Params() {}

  /** An empty cursor is a cursor (2026-07-28, pagination); none at all asks for the first page. */
  static JsonObject page(@Nullable String cursor) {
    return cursor == null ? JsonObject.empty() : JsonObject.of(Map.of("cursor", cursor));
  }

  /** Arguments are always sent: several servers take their absence for a mistake. */
  static JsonObject callTool(CallToolRequest request) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("name", request.name());
    params.put("arguments", request.arguments());
    return JsonObject.of(params);
  }

  static JsonObject readResource(ReadResourceRequest request) {
    return JsonObject.of(Map.of("uri", request.uri()));
  }

  static JsonObject getPrompt(GetPromptRequest request) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("name", request.name());
    params.put("arguments", request.arguments());
    return JsonObject.of(params);
  }
}
