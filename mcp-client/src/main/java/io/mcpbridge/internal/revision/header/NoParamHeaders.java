package io.mcpbridge.internal.revision.header;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends no argument as a header. */
enum NoParamHeaders implements ParamHeaders {
  INSTANCE;

  @Override
  public ListToolsResult admit(@Nullable String cursor, ListToolsResult page) {
    return page;
  }

  @Override
  public Map<String, String> of(JsonObject callTool) {
    return Map.of();
  }
}
