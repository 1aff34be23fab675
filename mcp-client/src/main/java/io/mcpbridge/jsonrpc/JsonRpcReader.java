package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Distinguishes requests, notifications and responses by their members. */
final class JsonRpcReader {

  private JsonRpcReader() {}

  static JsonRpcMessage read(JsonObject json) {
    String method = json.string("method");
    RequestId id = RequestId.from(json.get("id"));
    if (method != null) {
      JsonObject params = json.object("params");
      return id == null
          ? new JsonRpcNotification(method, params)
          : new JsonRpcRequest(id, method, params);
    }
    JsonObject error = json.object("error");
    JsonObject result = json.object("result");
    if (error != null && result == null) {
      return new JsonRpcResponse(id, null, JsonRpcError.of(error));
    }
    if (result != null && error == null) {
      return new JsonRpcResponse(id, result, null);
    }
    throw new JsonException("not a JSON-RPC message" + problem(error, result));
  }

  private static String problem(@Nullable JsonObject error, @Nullable JsonObject result) {
    return error != null && result != null
        ? ": it has both a result and an error"
        : ": it has no method, no result object and no error object";
  }
}
