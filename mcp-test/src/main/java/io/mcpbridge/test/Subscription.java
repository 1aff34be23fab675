package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.Map;

/** One open {@code subscriptions/listen} and its acknowledged filter. */
final class Subscription {

  private static final String ID = StatelessEra.PREFIX + "subscriptionId";

  private final Turn turn;
  private final RequestId id;
  private final JsonObject honoured;

  Subscription(Turn turn, RequestId id, JsonObject honoured) {
    this.turn = turn;
    this.id = id;
    this.honoured = honoured;
  }

  JsonObject honoured() {
    return honoured;
  }

  boolean isOver() {
    return turn.isCancelled();
  }

  /** Sends a notification with the subscription's id, unless its {@code _meta} says otherwise. */
  void send(String method, JsonObject params) {
    JsonObject tagged = params.has("_meta") ? params : params.with("_meta", meta());
    turn.send(new JsonRpcNotification(method, tagged));
  }

  /** Answers the request. */
  void respond() {
    JsonObject result = JsonObject.empty().with("resultType", "complete").with("_meta", meta());
    turn.respond(200, Map.of(), JsonRpcResponse.success(id, result));
  }

  /** Cancels the request from the server's side. */
  void cancel() {
    JsonObject params = JsonObject.of(Map.of("requestId", id.value()));
    turn.send(new JsonRpcNotification("notifications/cancelled", params));
  }

  /** Ends the event stream normally, without a result. */
  void closeStream() {
    turn.closeStream();
  }

  /** Drops the connection. */
  void disconnect() {
    turn.disconnect();
  }

  private Map<String, ?> meta() {
    return Map.of(ID, id.value());
  }
}
