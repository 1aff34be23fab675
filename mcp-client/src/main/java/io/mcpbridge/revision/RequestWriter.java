package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.McpRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of each request; they are the same in every revision. */
final class RequestWriter {

  private RequestWriter() {}

  static JsonObject params(McpRequest<?> request) {
    if (request instanceof CallToolRequest call) {
      Map<String, @Nullable Object> params = new LinkedHashMap<>();
      params.put("name", call.name());
      params.put("arguments", call.arguments());
      return JsonObject.of(params);
    }
    ListToolsRequest list = (ListToolsRequest) request;
    return list.cursor() == null
        ? JsonObject.empty()
        : JsonObject.of(Map.of("cursor", list.cursor()));
  }
}
