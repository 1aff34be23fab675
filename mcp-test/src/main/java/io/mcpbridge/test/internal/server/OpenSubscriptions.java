package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.exchange.ListenSubscriptions;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Implements {@link ListenSubscriptions}. */
public final class OpenSubscriptions implements ListenSubscriptions {

  private final ListenFilter filter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private final List<ListenSubscription> open = new CopyOnWriteArrayList<>();
  private UnaryOperator<JsonObject> acknowledged;
  private boolean acknowledges = true;

  public OpenSubscriptions(ServerCore server) {
    this.filter = new ListenFilter(server);
    this.acknowledged = filter::supported;
  }

  @Override
  public OpenSubscriptions acknowledging(UnaryOperator<JsonObject> acknowledgement) {
    lock.lock();
    try {
      acknowledged = acknowledgement;
      acknowledges = true;
      return this;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public OpenSubscriptions neverAcknowledging() {
    lock.lock();
    try {
      acknowledged = requested -> JsonObject.empty();
      acknowledges = false;
      return this;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void awaitOpen(int count, Duration limit) {
    long remainingNanos = limit.toNanos();
    lock.lock();
    try {
      while (current().size() < count) {
        if (remainingNanos <= 0) {
          throw new AssertionError(
              "%d subscriptions are open after %s, not %d".formatted(open.size(), limit, count));
        }
        remainingNanos = opened.awaitNanos(remainingNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for subscriptions", e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int open() {
    lock.lock();
    try {
      return current().size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void notifyAll(String method, JsonObject params) {
    forEach(any -> true, subscription -> subscription.send(method, params));
  }

  @Override
  public void end() {
    end(ListenSubscription::respond);
  }

  @Override
  public void cancel() {
    end(ListenSubscription::cancel);
  }

  @Override
  public void cancelAndEnd() {
    end(
        subscription -> {
          subscription.cancel();
          subscription.respond();
        });
  }

  @Override
  public void closeStreams() {
    end(ListenSubscription::closeStream);
  }

  @Override
  public void disconnect() {
    end(ListenSubscription::disconnect);
  }

  public void open(Turn serverTurn) throws JsonRpcRefusal {
    RequestId id = serverTurn.received().id();
    JsonObject requested = serverTurn.received().params().object("notifications");
    if (id == null || requested == null) {
      throw JsonRpcRefusal.invalidParams("subscriptions/listen needs params.notifications");
    }
    filter.check(requested);
    lock.lock();
    try {
      ListenSubscription subscription =
          new ListenSubscription(serverTurn, id, acknowledged.apply(requested));
      if (acknowledges) {
        subscription.send(
            "notifications/subscriptions/acknowledged",
            JsonObject.empty().with("notifications", subscription.acknowledged()));
      } else {
        serverTurn.beginStream();
      }
      open.add(subscription);
      // Without the lock: the client cancels while it holds locks of its own.
      serverTurn.cancellation().whenCancelled(() -> open.remove(subscription));
      opened.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends a notification to the subscriptions whose acknowledged filter matches. */
  public void announce(Predicate<JsonObject> acknowledged, String method, JsonObject params) {
    forEach(
        subscription -> acknowledged.test(subscription.acknowledged()),
        subscription -> subscription.send(method, params));
  }

  private void forEach(
      Predicate<ListenSubscription> predicate, Consumer<ListenSubscription> action) {
    lock.lock();
    try {
      current().stream().filter(predicate).forEach(action);
    } finally {
      lock.unlock();
    }
  }

  private void end(Consumer<ListenSubscription> action) {
    lock.lock();
    try {
      List<ListenSubscription> ending = List.copyOf(current());
      open.clear();
      ending.forEach(action);
    } finally {
      lock.unlock();
    }
  }

  private List<ListenSubscription> current() {
    open.removeIf(ListenSubscription::isOver);
    return open;
  }

  /**
   * Handles the filter of {@code subscriptions/listen} (2026-07-28, subscriptions, notification
   * filter).
   */
  private static final class ListenFilter {

    private static final List<String> SWITCHES =
        List.of("toolsListChanged", "promptsListChanged", "resourcesListChanged");
    private static final List<String> LISTS = List.of("resourceSubscriptions", "taskIds");

    private final ServerCore server;

    ListenFilter(ServerCore server) {
      this.server = server;
    }

    /** Refuses an invalid filter. */
    void check(JsonObject requested) throws JsonRpcRefusal {
      for (String name : SWITCHES) {
        if (requested.has(name) && requested.bool(name) == null) {
          throw JsonRpcRefusal.invalidParams(name + " is not a boolean");
        }
      }
      for (String name : LISTS) {
        boolean strings =
            requested.get(name) instanceof List<?> list
                && list.stream().allMatch(String.class::isInstance);
        if (requested.has(name) && !strings) {
          throw JsonRpcRefusal.invalidParams(name + " is not an array of strings");
        }
      }
    }

    /** The requested part that the server's capabilities support. */
    JsonObject supported(JsonObject requested) {
      Map<String, @Nullable Object> agreed = new LinkedHashMap<>();
      for (String name : SWITCHES) {
        String capability = name.replace("ListChanged", "");
        if (Boolean.TRUE.equals(requested.bool(name)) && promises(capability, "listChanged")) {
          agreed.put(name, true);
        }
      }
      if (requested.has("resourceSubscriptions") && promises("resources", "subscribe")) {
        agreed.put("resourceSubscriptions", requested.list("resourceSubscriptions"));
      }
      return JsonObject.of(agreed);
    }

    private boolean promises(String capability, String part) {
      JsonObject declared = server.capabilities().object(capability);
      return declared != null && Boolean.TRUE.equals(declared.bool(part));
    }
  }

  /** One open {@code subscriptions/listen} and its acknowledged filter. */
  private static final class ListenSubscription {

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
}
