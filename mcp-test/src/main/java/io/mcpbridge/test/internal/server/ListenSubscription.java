package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.Map;

/** One open {@code subscriptions/listen} and its acknowledged filter. */
final class ListenSubscription {

  private static final String ID = StatelessEra.PREFIX + "subscriptionId";

  private final Turn serverTurn;
  private final RequestId id;
  private final JsonObject acknowledged;

  ListenSubscription(Turn serverTurn, RequestId id, JsonObject acknowledged) {
    this.serverTurn = serverTurn;
    this.id = id;
    this.acknowledged = acknowledged;
  }

  JsonObject acknowledged() {
    return acknowledged;
  }

  boolean isOver() {
    return serverTurn.isCancelled();
  }

  /** Sends a notification with the subscription's id, unless its {@code _meta} says otherwise. */
  void send(String method, JsonObject params) {
    JsonObject tagged = params.has("_meta") ? params : params.with("_meta", meta());
    serverTurn.send(new JsonRpcNotification(method, tagged));
  }

  /** Answers the request. */
  void respond() {
    JsonObject result = JsonObject.empty().with("resultType", "complete").with("_meta", meta());
    serverTurn.respond(200, Map.of(), JsonRpcResponse.success(id, result));
  }

  /** Cancels the request from the server's side. */
  void cancel() {
    JsonObject params = JsonObject.of(Map.of("requestId", id.value()));
    serverTurn.send(new JsonRpcNotification("notifications/cancelled", params));
  }

  /** Ends the event stream normally, without a result. */
  void closeStream() {
    serverTurn.closeStream();
  }

  /** Drops the connection. */
  void disconnect() {
    serverTurn.disconnect();
  }

  private Map<String, ?> meta() {
    return Map.of(ID, id.value());
  }
}
