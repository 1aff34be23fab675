package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.concurrent.Backoff;
import io.mcpbridge.internal.revision.NotificationListener;
import io.mcpbridge.internal.revision.RevisionSubscription;
import io.mcpbridge.internal.revision.codec.ChangeNotifications;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A subscription that subscribes again, with growing pauses, whenever it ends or the connection is
 * replaced, until it is closed. The server replays nothing, so the listener gets {@code onGap}
 * (2026-07-28, subscriptions).
 */
final class ReconnectingSubscription implements Subscription {

  /** Consecutive rejections after which a server counts as no longer supporting subscriptions. */
  static final int MAX_REFUSALS = 3;

  private static final Logger log = LoggerFactory.getLogger(ReconnectingSubscription.class);

  private final SubscriptionFilter requested;
  private final Subscriptions subscriptions;
  private final ChangeNotifier queue;
  private final Backoff backoff;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean retryDue = new AtomicBoolean();

  /** Whether a caller waits for the first acknowledgment; nothing can be missed before it. */
  private final AtomicBoolean awaited = new AtomicBoolean();

  private volatile @Nullable ConnectionRound current;
  private volatile boolean closed;
  private boolean everReceived;
  private int refusals;

  ReconnectingSubscription(
      SubscriptionFilter requested,
      Subscriptions subscriptions,
      ChangeNotifier queue,
      Backoff backoff) {
    this.requested = requested;
    this.subscriptions = subscriptions;
    this.queue = queue;
    this.backoff = backoff;
  }

  @Override
  public SubscriptionFilter acknowledged() {
    ConnectionRound now = current;
    return now == null || now.over ? SubscriptionFilter.none() : now.acknowledged;
  }

  /** Subscribes for the first time, for a waiting caller. */
  void begin(Deadline deadline) {
    lock.lock();
    try {
      listenOn(subscriptions.connection(deadline), deadline);
      McpException refusal = refusal();
      if (refusal != null && areResourcesDeclared()) {
        throw refusal;
      }
    } catch (McpUnsupportedException unsupported) {
      log.debug(
          "Not subscribing again to server \"{}\": {}",
          subscriptions.server(),
          unsupported.reason());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Subscribes for the first time in the background, with retries. Returns when the first attempt
   * is over, or after the given time.
   */
  void beginWhenPossible(Duration maxWait) {
    CountDownLatch tried = new CountDownLatch(1);
    awaited.set(!maxWait.isZero()); // who does not wait has missed changes, however soon it is
    subscriptions
        .scheduler()
        .execute(
            () -> {
              try {
                listenAgain();
              } finally {
                tried.countDown();
              }
            });
    try {
      tried.await(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      awaited.set(false);
    }
  }

  /**
   * Subscribes on this connection, or on a new one if the server no longer knows the session or the
   * negotiated revision; same rule as {@code ReconnectStep} for calls.
   *
   * @return the connection that carries the subscription
   */
  private Connection listenOn(Connection connection, Deadline deadline) {
    try {
      listen(connection, deadline);
      return connection;
    } catch (McpSessionLostException | McpUnsupportedVersionException loss) {
      log.debug("Reconnecting to server \"{}\": {}", subscriptions.server(), loss.reason());
      subscriptions.giveUp(connection);
      Connection another = subscriptions.connection(deadline);
      listen(another, deadline);
      return another;
    }
  }

  private void listen(Connection connection, Deadline deadline) {
    ConnectionRound before = current;
    ConnectionRound connectionRound = new ConnectionRound(connection);
    current = connectionRound;
    if (before != null) {
      before.end();
    }
    connectionRound.begin(deadline);
    subscriptions.cache().onGap(); // changes since the last read may be lost
    if (closed) {
      connectionRound.end();
    }
  }

  /** Called when a new connection replaces the old one. */
  void connected() {
    subscriptions.scheduler().execute(this::listenAgain);
  }

  /** Called when a connection is lost, possibly the one that carries this subscription. */
  void connectionLost() {
    ConnectionRound now = current;
    if (now != null && !now.connection.channel().isOpen()) {
      now.ended(null);
    }
  }

  private void retryLater() {
    if (!closed && retryDue.compareAndSet(false, true)) {
      subscriptions
          .scheduler()
          .schedule(
              backoff.next(),
              () -> {
                retryDue.set(false);
                listenAgain();
              });
    }
  }

  private void listenAgain() {
    lock.lock();
    try {
      Deadline deadline = subscriptions.newDeadline();
      Connection connection = closed ? null : subscriptions.connection(deadline);
      ConnectionRound now = current;
      if (connection != null
          && (now == null || now.connection != connection || now.isRetryable())) {
        boolean isFirst = !everReceived;
        Connection heard = listenOn(connection, deadline);
        McpException refusal = refusal();
        if (refusal != null) {
          log.atLevel(areResourcesDeclared() ? Level.WARN : Level.DEBUG)
              .log("MCP server \"{}\": {}", subscriptions.server(), refusal.reason());
        }
        boolean isInTime = awaited.getAndSet(false);
        if (!isInTime && !(isFirst && acknowledged().isEmpty())) {
          queue.addGap();
        }
        if (subscriptions.ifConnected() != heard) {
          retryLater();
        }
      }
    } catch (McpUnsupportedException refused) {
      refused(refused);
    } catch (McpException e) {
      log.debug("Cannot subscribe to server \"{}\" yet: {}", subscriptions.server(), e.reason());
      retryLater();
    } catch (RuntimeException | Error e) {
      log.warn("Cannot subscribe to server \"{}\" yet", subscriptions.server(), e);
      retryLater();
    } finally {
      lock.unlock();
    }
  }

  /** No caller waits for it after the first round. */
  @Override
  public @Nullable McpException refusal() {
    ConnectionRound now = current;
    return now == null ? null : now.revisionSubscription.refusal();
  }

  /** Whether the server declares subscriptions to resources, so that a rejection is a failure. */
  private boolean areResourcesDeclared() {
    ConnectionRound now = current;
    return now != null
        && !ChangeNotifications.declared(requested, now.connection.server())
            .resourceSubscriptions()
            .isEmpty();
  }

  private void refused(McpUnsupportedException refusal) {
    ConnectionRound now = current;
    if (everReceived && ++refusals < MAX_REFUSALS && now != null) {
      now.unsupported = false;
      retryLater();
      return;
    }
    log.debug(
        "Not subscribing again to server \"{}\": {}", subscriptions.server(), refusal.reason());
    if (!everReceived) {
      return; // never subscribed, so nothing was missed
    }
    subscriptions.cache().onGap();
    queue.addGap();
  }

  /**
   * Processes a notification on the reading thread. Returns whether it was for this subscription
   * only.
   */
  boolean take(JsonRpcNotification notification) {
    ConnectionRound now = current;
    return now != null && now.revisionSubscription.take(notification);
  }

  @Override
  public void close() {
    forget();
    subscriptions.forget(this);
    ConnectionRound now = current;
    if (now != null) {
      now.end();
    }
  }

  /** Ends without notifying the server, whose connection is about to close. */
  void forget() {
    closed = true;
    queue.close();
  }

  /** The subscription on one connection. */
  private final class ConnectionRound implements NotificationListener {

    final Connection connection;
    final RevisionSubscription revisionSubscription;
    private volatile SubscriptionFilter acknowledged = SubscriptionFilter.none();
    private volatile boolean over;
    private volatile boolean unsupported;
    private volatile boolean received;
    private volatile long since;

    ConnectionRound(Connection connection) {
      this.connection = connection;
      this.revisionSubscription = connection.subscriptionService().subscription(requested, this);
    }

    void begin(Deadline deadline) {
      since = System.nanoTime();
      boolean begun = false;
      try {
        acknowledged = revisionSubscription.begin(deadline);
        refusals = 0;
        everReceived = true;
        begun = true;
      } catch (McpUnsupportedException e) {
        unsupported = true;
        throw e;
      } finally {
        over |= !begun;
      }
    }

    /** Whether it has ended for a reason other than missing support. */
    boolean isRetryable() {
      return over && !unsupported;
    }

    @Override
    public void onNotification(JsonRpcNotification notification) {
      received = true;
      subscriptions.cache().onNotification(notification);
      queue.add(notification);
    }

    @Override
    public void ended(@Nullable McpException cause) {
      over = true;
      if (this == current && !closed) {
        log.debug(
            "Subscribing again to server \"{}\": {}",
            subscriptions.server(),
            cause == null ? "the subscription ended" : cause.reason());
        if (received || System.nanoTime() - since > Backoff.MAX_DELAY.toNanos()) {
          backoff.reset();
        }
        retryLater();
      }
    }

    void end() {
      over = true;
      revisionSubscription.end();
    }
  }
}
