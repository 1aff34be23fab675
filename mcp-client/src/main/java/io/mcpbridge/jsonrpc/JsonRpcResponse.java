package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response: either a result or an error.
 *
 * @param id the request's id; {@code null} only in an error about a request that the peer could not
 *     parse
 * @param result present on success
 * @param error present on failure
 */
public record JsonRpcResponse(
    @Nullable RequestId id, @Nullable JsonObject result, @Nullable JsonRpcError error)
    implements JsonRpcMessage {

  /**
   * @throws IllegalArgumentException unless exactly one of result and error is present
   */
  public JsonRpcResponse {
    if ((result == null) == (error == null)) {
      throw new IllegalArgumentException("a response must have either a result or an error");
    }
  }

  /** Creates a successful response. */
  public static JsonRpcResponse success(RequestId id, JsonObject result) {
    return new JsonRpcResponse(id, result, null);
  }

  /** Creates an error response. */
  public static JsonRpcResponse failure(@Nullable RequestId id, JsonRpcError error) {
    return new JsonRpcResponse(id, null, error);
  }

  @Override
  public JsonObject toJson() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("jsonrpc", "2.0");
    if (id != null) {
      members.put("id", id.value());
    }
    if (result != null) {
      members.put("result", result.toMap());
    }
    if (error != null) {
      members.put("error", error.toJson().toMap());
    }
    return JsonObject.of(members);
  }
}
