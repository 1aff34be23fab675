package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The open {@code subscriptions/listen} requests (2026-07-28, subscriptions). Acknowledging and
 * announcing exclude each other: the acknowledgement comes first, and nothing is missed after it.
 */
final class Subscriptions {

  private static final String ID = StatelessEra.PREFIX + "subscriptionId";

  private record Subscription(Turn turn, JsonObject filter) {
    RequestId id() {
      RequestId id = turn.received().id();
      if (id == null) {
        throw new IllegalStateException("only a request can subscribe");
      }
      return id;
    }

    Map<String, ?> meta() {
      return Map.of(ID, id().value());
    }

    void end() {
      JsonObject result = JsonObject.empty().with("resultType", "complete").with("_meta", meta());
      turn.respond(200, Map.of(), JsonRpcResponse.success(id(), result));
    }

    void send(String method, JsonObject params) {
      turn.send(new JsonRpcNotification(method, params.with("_meta", meta())));
    }
  }

  private final List<Subscription> open = new ArrayList<>();

  synchronized void open(Turn turn) throws Refusal {
    JsonObject filter = turn.received().params().object("notifications");
    if (filter == null) {
      throw Refusal.invalidParams("subscriptions/listen needs params.notifications");
    }
    Subscription subscription = new Subscription(turn, filter);
    subscription.send(
        "notifications/subscriptions/acknowledged",
        JsonObject.empty().with("notifications", honoured(filter)));
    open.add(subscription);
  }

  /** The part of what was asked for that this server ever tells. */
  private static Map<String, ?> honoured(JsonObject filter) {
    boolean tools = Boolean.TRUE.equals(filter.bool("toolsListChanged"));
    return tools ? Map.of("toolsListChanged", true) : Map.of();
  }

  synchronized void announce(String filterMember, String method) {
    open.removeIf(subscription -> subscription.turn().isCancelled());
    open.stream()
        .filter(subscription -> Boolean.TRUE.equals(subscription.filter().bool(filterMember)))
        .forEach(subscription -> subscription.send(method, JsonObject.empty()));
  }

  /** Ends them all in good order. */
  synchronized void end() {
    List<Subscription> ending = List.copyOf(open);
    open.removeAll(ending);
    ending.forEach(Subscription::end);
  }
}
