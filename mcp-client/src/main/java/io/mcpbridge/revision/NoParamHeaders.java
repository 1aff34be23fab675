package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import java.util.Map;

/** No argument travels as a header. */
enum NoParamHeaders implements ParamHeaders {
  INSTANCE;

  @Override
  public ListToolsResult admit(ListToolsResult page) {
    return page;
  }

  @Override
  public Map<String, String> of(JsonObject callTool) {
    return Map.of();
  }
}
