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

/** The subscriptions of one client, and what they need of it. */
final class Subscriptions {

  /** About how long to wait before listening again to a stream that ended. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  private final String server;
  private final Supplier<Duration> timeout;
  private final Connector connector;
  private final ResultCache cache;
  private final ExecutorService workers;
  private final List<KeptSubscription> all = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /**
   * @param cache told of every change that is heard of
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

  /** A subscription that has begun; it is forgotten if that fails. */
  Subscription begin(SubscriptionFilter asked, ChangeListener listener, Deadline deadline) {
    KeptSubscription subscription = add(asked, listener);
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

  /** A subscription that begins in the background, as soon as it can. */
  Subscription beginWhenPossible(
      SubscriptionFilter asked, ChangeListener listener, Duration patience) {
    KeptSubscription subscription = add(asked, listener);
    subscription.beginWhenPossible(patience);
    if (closed) {
      subscription.close();
    }
    return subscription;
  }

  private KeptSubscription add(SubscriptionFilter asked, ChangeListener listener) {
    KeptSubscription subscription =
        new KeptSubscription(
            asked, this, new NewsQueue(server, listener, workers), new Backoff(FIRST_PAUSE));
    all.add(subscription);
    return subscription;
  }

  /**
   * Looks at a notification that no call was waiting for. Never blocks, so that an I/O thread may
   * call it.
   *
   * @return whether it is for a subscription and nobody else
   */
  boolean take(JsonRpcNotification notification) {
    cache.heard(notification);
    boolean taken = false;
    for (KeptSubscription subscription : all) {
      taken |= subscription.take(notification);
    }
    return taken;
  }

  /** There is another connection than before. */
  void connected() {
    all.forEach(KeptSubscription::connected);
  }

  /** There is a connection less than before. */
  void connectionLost() {
    all.forEach(KeptSubscription::connectionLost);
  }

  /** To be told of every change that is heard of. */
  ResultCache cache() {
    return cache;
  }

  void forget(KeptSubscription subscription) {
    all.remove(subscription);
  }

  /** Nothing is listened to again. */
  void close() {
    closed = true;
    all.forEach(KeptSubscription::forget);
  }

  /** To be called after the connection was closed. */
  void end() {
    all.forEach(KeptSubscription::close);
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

  /** This connection is of no use any more. */
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
      // Nobody listens any more.
    }
  }

  /** The JDK's own timer hands over to a worker. */
  void runAfter(Duration pause, Runnable work) {
    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, this::run)
        .execute(work);
  }
}
