package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.Map;

/** Cancellation notifications, in either direction (every revision). */
public final class CancelledNotification {

  private static final String METHOD = "notifications/cancelled";

  private CancelledNotification() {}

  public static JsonRpcNotification of(RequestId id, String reason) {
    return new JsonRpcNotification(
        METHOD, JsonObject.of(Map.of("requestId", id.value(), "reason", reason)));
  }

  public static boolean is(JsonRpcNotification notification) {
    return notification.method().equals(METHOD);
  }
}
