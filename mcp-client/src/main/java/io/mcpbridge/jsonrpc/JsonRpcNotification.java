package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A notification, which has no response.
 *
 * @param method the specification's method name
 * @param params absent if the method needs none
 */
public record JsonRpcNotification(String method, @Nullable JsonObject params)
    implements JsonRpcMessage {

  @Override
  public JsonObject toJson() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("jsonrpc", "2.0");
    members.put("method", method);
    if (params != null) {
      members.put("params", params.toMap());
    }
    return JsonObject.of(members);
  }
}
