package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The {@code subscriptions/listen} requests of clients, and how they end (2026-07-28,
 * subscriptions). A subscription is acknowledged before any other message, and misses no
 * notification after that. Obtained from {@link FakeMcpServer#subscriptions()}. Thread-safe.
 *
 * <pre>{@code
 * server.subscriptions().acknowledging(asked -> asked.with("toolsListChanged", false));
 * server.subscriptions().awaitOpen(1, Duration.ofSeconds(5));
 * server.announceToolsChanged();
 * server.subscriptions().end();
 * }</pre>
 */
public final class ListenSubscriptions {

  private final ListenFilter filter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private final List<ListenSubscription> open = new CopyOnWriteArrayList<>();
  private UnaryOperator<JsonObject> acknowledged;
  private boolean acknowledges = true;

  ListenSubscriptions(FakeMcpServer server) {
    this.filter = new ListenFilter(server);
    this.acknowledged = filter::natural;
  }

  /**
   * The acknowledged filter as a function of the requested one; other notifications are not sent.
   * Default: everything that the server's capabilities support.
   */
  public ListenSubscriptions acknowledging(UnaryOperator<JsonObject> ofWhatIsAsked) {
    lock.lock();
    try {
      acknowledged = ofWhatIsAsked;
      acknowledges = true;
      return this;
    } finally {
      lock.unlock();
    }
  }

  /** Subscriptions stay open without an acknowledgment. */
  public ListenSubscriptions neverAcknowledging() {
    lock.lock();
    try {
      acknowledged = asked -> JsonObject.empty();
      acknowledges = false;
      return this;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until this many are open at the same time.
   *
   * @throws AssertionError if that does not happen in time
   */
  public void awaitOpen(int count, Duration limit) {
    long left = limit.toNanos();
    lock.lock();
    try {
      while (current().size() < count) {
        if (left <= 0) {
          throw new AssertionError(
              "%d subscriptions are open after %s, not %d".formatted(open.size(), limit, count));
        }
        left = opened.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for subscriptions", e);
    } finally {
      lock.unlock();
    }
  }

  /** The number of open subscriptions. */
  public int open() {
    lock.lock();
    try {
      return current().size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a notification to all of them, regardless of their filters. Parameters without {@code
   * _meta} get one with the subscription's id.
   */
  public void notifyAll(String method, JsonObject params) {
    forEach(any -> true, subscription -> subscription.send(method, params));
  }

  /** Ends all of them normally: with a result. */
  public void end() {
    end(ListenSubscription::respond);
  }

  /** Ends all of them with {@code notifications/cancelled}, as some servers do. */
  public void cancel() {
    end(ListenSubscription::cancel);
  }

  /** Ends all of them with both. */
  public void cancelAndEnd() {
    end(
        subscription -> {
          subscription.cancel();
          subscription.respond();
        });
  }

  /** Ends the event streams of all of them without a result. Over stdio, only forgets them. */
  public void closeStreams() {
    end(ListenSubscription::closeStream);
  }

  /** Drops the connections of all of them. */
  public void disconnect() {
    end(ListenSubscription::disconnect);
  }

  void open(ServerTurn serverTurn) throws JsonRpcRefusal {
    RequestId id = serverTurn.received().id();
    JsonObject asked = serverTurn.received().params().object("notifications");
    if (id == null || asked == null) {
      throw JsonRpcRefusal.invalidParams("subscriptions/listen needs params.notifications");
    }
    filter.check(asked);
    lock.lock();
    try {
      ListenSubscription subscription =
          new ListenSubscription(serverTurn, id, acknowledged.apply(asked));
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
  void announce(Predicate<JsonObject> acknowledged, String method, JsonObject params) {
    forEach(
        subscription -> acknowledged.test(subscription.acknowledged()),
        subscription -> subscription.send(method, params));
  }

  private void forEach(Predicate<ListenSubscription> wanted, Consumer<ListenSubscription> action) {
    lock.lock();
    try {
      current().stream().filter(wanted).forEach(action);
    } finally {
      lock.unlock();
    }
  }

  private void end(Consumer<ListenSubscription> how) {
    lock.lock();
    try {
      List<ListenSubscription> ending = List.copyOf(current());
      open.clear();
      ending.forEach(how);
    } finally {
      lock.unlock();
    }
  }

  private List<ListenSubscription> current() {
    open.removeIf(ListenSubscription::isOver);
    return open;
  }
}
