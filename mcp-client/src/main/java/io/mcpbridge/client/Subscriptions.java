package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one client and their shared dependencies. */
final class Subscriptions {

  /** Approximate delay before the first attempt to resubscribe. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  private final String server;
  private final Supplier<Duration> timeout;
  private final Connector connector;
  private final ResultCache cache;
  private final ExecutorService workers;
  private final List<ReconnectingSubscription> all = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /**
   * @param cache invalidated by change notifications
   */
  Subscriptions(
      String server,
      Supplier<Duration> timeout,
      Connector connector,
      ResultCache cache,
      ExecutorService workers) {
    this.server = server;
    this.timeout = timeout;
    this.connector = connector;
    this.cache = cache;
    this.workers = workers;
  }

  /** Starts a subscription; removes it again if that fails. */
  Subscription begin(SubscriptionFilter asked, ChangeListener listener, Deadline deadline) {
    ReconnectingSubscription subscription = add(asked, listener);
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
  Subscription beginWhenPossible(
      SubscriptionFilter asked, ChangeListener listener, Duration waitContext) {
    ReconnectingSubscription subscription = add(asked, listener);
    subscription.beginWhenPossible(waitContext);
    if (closed) {
      subscription.close();
    }
    return subscription;
  }

  private ReconnectingSubscription add(SubscriptionFilter asked, ChangeListener listener) {
    ReconnectingSubscription subscription =
        new ReconnectingSubscription(
            asked,
            this,
            new NotificationQueue(server, listener, workers),
            new Backoff(FIRST_PAUSE));
    all.add(subscription);
    return subscription;
  }

  /**
   * Processes a notification outside any call. Never blocks, so that an I/O thread may call it.
   *
   * @return whether it belongs to a subscription only
   */
  boolean take(JsonRpcNotification notification) {
    cache.heard(notification);
    boolean taken = false;
    for (ReconnectingSubscription subscription : all) {
      taken |= subscription.take(notification);
    }
    return taken;
  }

  /** Called when a new connection is open. */
  void connected() {
    all.forEach(ReconnectingSubscription::connected);
  }

  /** Called when a connection is lost. */
  void connectionLost() {
    all.forEach(ReconnectingSubscription::connectionLost);
  }

  ResultCache cache() {
    return cache;
  }

  void forget(ReconnectingSubscription subscription) {
    all.remove(subscription);
  }

  /** Stops resubscribing. */
  void close() {
    closed = true;
    all.forEach(ReconnectingSubscription::forget);
  }

  /** Called after the connection was closed. */
  void end() {
    all.forEach(ReconnectingSubscription::close);
  }

  String server() {
    return server;
  }

  Deadline newDeadline() {
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

  void run(Runnable work) {
    try {
      workers.execute(work);
    } catch (RejectedExecutionException clientClosed) {
      // The client is closed, so there is no listener any more.
    }
  }

  /** The JDK's delay timer only hands over to a worker. */
  void runAfter(Duration pause, Runnable work) {
    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, this::run)
        .execute(work);
  }
}
