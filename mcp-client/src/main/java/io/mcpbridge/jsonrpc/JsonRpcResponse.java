package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request: a result or an error, never both.
 *
 * @param id the request's id; {@code null} only in an error about a request that the peer could not
 *     read
 * @param result present on success
 * @param error present on failure
 */
public record JsonRpcResponse(
    @Nullable RequestId id, @Nullable JsonObject result, @Nullable JsonRpcError error)
    implements JsonRpcMessage {

  /**
   * @throws IllegalArgumentException unless exactly one of result and error is there
   */
  public JsonRpcResponse {
    if ((result == null) == (error == null)) {
      throw new IllegalArgumentException("a response has either a result or an error");
    }
  }

  /** A successful answer. */
  public static JsonRpcResponse success(RequestId id, JsonObject result) {
    return new JsonRpcResponse(id, result, null);
  }

  /** A refusal. */
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
