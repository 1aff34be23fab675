package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.internal.concurrent.Backoff;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one client and their shared dependencies. */
public final class Subscriptions {

  /** Approximate delay before the first attempt to resubscribe. */
  private static final Duration INITIAL_DELAY = Duration.ofMillis(200);

  private final String server;
  private final Supplier<Duration> timeout;
  private final Connector connector;
  private final ResultCache cache;
  private final Scheduler scheduler;
  private final List<ReconnectingSubscription> all = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /**
   * @param cache invalidated by change notifications
   */
  public Subscriptions(
      String server,
      Supplier<Duration> timeout,
      Connector connector,
      ResultCache cache,
      Scheduler scheduler) {
    this.server = server;
    this.timeout = timeout;
    this.connector = connector;
    this.cache = cache;
    this.scheduler = scheduler;
  }

  /** Starts a subscription; removes it again if that fails. */
  public Subscription begin(
      SubscriptionFilter requested, ChangeListener listener, Deadline deadline) {
    ReconnectingSubscription subscription = add(requested, listener);
    boolean begun = false;
    try {
      subscription.begin(deadline);
      begun = true;
      return subscription;
    } finally {
      if (!begun || closed) {
        subscription.close();
      }
    }
  }

  /** Starts a subscription in the background, with retries. */
  public Subscription beginWhenPossible(
      SubscriptionFilter requested, ChangeListener listener, Duration maxWait) {
    ReconnectingSubscription subscription = add(requested, listener);
    subscription.beginWhenPossible(maxWait);
    if (closed) {
      subscription.close();
    }
    return subscription;
  }

  private ReconnectingSubscription add(SubscriptionFilter requested, ChangeListener listener) {
    ReconnectingSubscription subscription =
        new ReconnectingSubscription(
            requested,
            this,
            new ChangeNotifier(server, listener, scheduler.workers()),
            new Backoff(INITIAL_DELAY));
    all.add(subscription);
    return subscription;
  }

  /**
   * Processes a notification outside any call. Never blocks, so that an I/O thread may call it.
   *
   * @return whether it belongs to a subscription only
   */
  boolean take(JsonRpcNotification notification) {
    cache.onNotification(notification);
    boolean taken = false;
    for (ReconnectingSubscription subscription : all) {
      taken |= subscription.take(notification);
    }
    return taken;
  }

  /** Called when a new connection is open. */
  public void connected() {
    all.forEach(ReconnectingSubscription::connected);
  }

  /** Called when a connection is lost. */
  public void connectionLost() {
    all.forEach(ReconnectingSubscription::connectionLost);
  }

  ResultCache cache() {
    return cache;
  }

  void forget(ReconnectingSubscription subscription) {
    all.remove(subscription);
  }

  /** Stops resubscribing. */
  public void close() {
    closed = true;
    all.forEach(ReconnectingSubscription::forget);
  }

  /** Called after the connection was closed. */
  public void end() {
    all.forEach(ReconnectingSubscription::close);
  }

  String server() {
    return server;
  }

  public Deadline newDeadline() {
    return Deadline.after(timeout.get(), "timeout");
  }

  Connection connection(Deadline deadline) {
    return connector.connection(deadline);
  }

  /** Gives up a connection that failed. */
  void giveUp(Connection connection) {
    connector.retire(connection);
  }

  @Nullable Connection ifConnected() {
    return connector.ifConnected();
  }

  /** Runs work in the background, until the client is closed. */
  Scheduler scheduler() {
    return scheduler;
  }
}
