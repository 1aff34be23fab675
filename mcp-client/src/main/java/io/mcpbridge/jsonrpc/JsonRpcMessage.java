package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON-RPC 2.0 message. */
public sealed interface JsonRpcMessage
    permits JsonRpcRequest, JsonRpcNotification, JsonRpcResponse {

  /**
   * The message as a JSON object, with {@code "jsonrpc": "2.0"} and without {@code null} members.
   */
  JsonObject toJson();

  /** The message as one line of UTF-8, without a line break. */
  default byte[] toBytes() {
    return Json.writeBytes(toJson().toMap());
  }

  /**
   * Parses a received message. Tolerates a missing {@code jsonrpc} member.
   *
   * @throws io.mcpbridge.json.JsonException if the object is not a JSON-RPC message
   */
  static JsonRpcMessage from(JsonObject json) {
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

  /**
   * Parses a received message or batch (2025-03-26). Keeps the order but moves responses to the
   * end, because a reader may stop after a response.
   *
   * @throws io.mcpbridge.json.JsonException if any of them is not a JSON-RPC message
   */
  static List<JsonRpcMessage> all(@Nullable Object json) {
    if (!(json instanceof List<?> batch)) {
      return List.of(from(JsonObject.of(json)));
    }
    return batch.stream()
        .map(element -> from(JsonObject.of(element)))
        .sorted(Comparator.comparing(message -> message instanceof JsonRpcResponse))
        .toList();
  }

  /** The elements that {@link #all} parses, for callers that can use a part of a batch. */
  static List<? extends @Nullable Object> elements(@Nullable Object json) {
    return json instanceof List<?> batch ? batch : Collections.singletonList(json);
  }

  private static String problem(@Nullable JsonObject error, @Nullable JsonObject result) {
    return error != null && result != null
        ? ": it has both a result and an error"
        : ": it has no method, no result object and no error object";
  }
}
