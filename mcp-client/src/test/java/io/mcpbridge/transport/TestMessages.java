package io.mcpbridge.transport;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.time.Duration;
import java.util.Map;

/** Messages for tests. */
public final class TestMessages {

  private TestMessages() {}

  public static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(60));
  }

  public static Outbound request(long id, String method, Map<String, ?> params) {
    return Outbound.of(new JsonRpcRequest(RequestId.of(id), method, JsonObject.of(params)));
  }

  public static Outbound request(RequestId id) {
    return Outbound.of(new JsonRpcRequest(id, "tools/call", JsonObject.empty()));
  }

  public static Outbound request(long id, Object progressToken) {
    return new Outbound(request(RequestId.of(id)).message(), Map.of(), progressToken);
  }

  public static JsonRpcNotification progress(Object token, int done) {
    return new JsonRpcNotification(
        "notifications/progress", JsonObject.of(Map.of("progressToken", token, "progress", done)));
  }

  public static JsonRpcResponse answer(RequestId id) {
    return JsonRpcResponse.success(id, JsonObject.of(Map.of("for", id.toString())));
  }

  public static JsonRpcResponse refusal(RequestId id) {
    return JsonRpcResponse.failure(id, new JsonRpcError(-32600, "cannot be read"));
  }

  /** The result of the response, after any notifications. */
  public static JsonObject result(Exchange exchange) {
    JsonRpcMessage next = exchange.next(soon());
    while (!(next instanceof JsonRpcResponse response)) {
      next = exchange.next(soon());
    }
    if (response.result() == null) {
      throw new AssertionError("an error came back: " + response.toJson());
    }
    return response.result();
  }
}
