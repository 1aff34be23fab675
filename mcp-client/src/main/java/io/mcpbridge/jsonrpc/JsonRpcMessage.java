package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;

/** One JSON-RPC 2.0 message, as it travels. */
public sealed interface JsonRpcMessage
    permits JsonRpcRequest, JsonRpcNotification, JsonRpcResponse {

  /**
   * The message as a JSON object, {@code "jsonrpc": "2.0"} included and no {@code null} members.
   */
  JsonObject toJson();

  /** The message as one line of UTF-8, without a line end. */
  default byte[] toBytes() {
    return Json.writeBytes(toJson().toMap());
  }

  /**
   * Recognises a received message. A missing {@code jsonrpc} member is tolerated.
   *
   * @throws io.mcpbridge.json.JsonException if the object is no JSON-RPC message
   */
  static JsonRpcMessage from(JsonObject json) {
    return JsonRpcReader.read(json);
  }
}
