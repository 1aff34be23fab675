package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /**
   * All messages in one piece of received JSON: one, or those of a batch (2025-03-26), in their
   * order but responses last, because nothing is expected after one.
   *
   * @throws io.mcpbridge.json.JsonException if any of them is no JSON-RPC message
   */
  static List<JsonRpcMessage> all(@Nullable Object json) {
    return each(json).stream()
        .map(one -> from(JsonObject.of(one)))
        .sorted(Comparator.comparing(message -> message instanceof JsonRpcResponse))
        .toList();
  }

  /** What {@link #all} looks at, for those who can do with a part of a batch. */
  static List<? extends @Nullable Object> each(@Nullable Object json) {
    return json instanceof List<?> batch ? batch : Collections.singletonList(json);
  }
}
