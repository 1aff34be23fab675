package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.ChangeListener;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.Subscription;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription to the server under one key until it is closed. It subscribes with the server's
 * client, which handles lost connections, and with the client of each replacement.
 */
final class ServerSubscription implements Subscription {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final SubscriptionFilter filter;
  private final SerialDispatcher listener;
  private final ServerRegistry servers;
  private final DebouncedTask retry;
  private final Consumer<ServerSubscription> whenClosed;
  private final Backoff backoff = new Backoff(Duration.ofSeconds(1));
  private final ReentrantLock attaching = new ReentrantLock();
  private @Nullable McpClient listenedOn;
  private volatile @Nullable Subscription current;
  private volatile @Nullable McpErrorResponseException refusal;
  private volatile boolean closed;

  /**
   * @param whenClosed notified when the application closes the subscription
   */
  ServerSubscription(
      String server,
      SubscriptionFilter filter,
      ChangeListener listener,
      ServerRegistry servers,
      CatalogScheduler schedule,
      Consumer<ServerSubscription> whenClosed) {
    this.server = server;
    this.filter = filter;
    this.listener = new SerialDispatcher(server, listener);
    this.servers = servers;
    this.retry = new DebouncedTask(schedule, this::follow);
    this.whenClosed = whenClosed;
  }

  String server() {
    return server;
  }

  /**
   * Subscribes for the first time, for a caller that waits. If it throws, the subscription is
   * closed.
   */
  void begin() {
    boolean begun = false;
    try {
      attach(true);
      McpErrorResponseException refused = refusal;
      if (refused != null) {
        throw refused;
      }
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  /** Subscribes with the server's current client, and reports a gap if that is another client. */
  void follow() {
    try {
      // A subscription that begins later reports the gap itself.
      if (attach(false) && !closed && !acknowledged().isEmpty()) {
        listener.onGap();
      }
    } catch (RuntimeException e) {
      // The application's own code failed.
      log.warn("MCP server \"{}\" cannot be listened to yet", server, e);
      retry.after(backoff::next);
    }
  }

  /** Subscribes with the current client; returns whether that is another client than before. */
  private boolean attach(boolean isFirst) {
    return servers.during(server, home -> attach(home, isFirst), () -> false);
  }

  private boolean attach(ManagedServer home, boolean isFirst) {
    attaching.lock();
    try {
      if (closed || home.client() == listenedOn) {
        return false;
      }
      Deadline deadline = home.deadline(CallOptions.defaults());
      Subscription begun =
          home.use("subscribing", deadline, client -> begun(client, isFirst, deadline));
      Subscription before = current;
      current = begun;
      listenedOn = home.client();
      backoff.reset();
      if (closed) {
        begun.close();
      }
      if (before != null) {
        before.close();
      }
      return true;
    } catch (McpUnsupportedException e) {
      log.debug("MCP server \"{}\" cannot be listened to", server, e);
      return false;
    } catch (McpException e) {
      refusal = e instanceof McpErrorResponseException refused ? refused : null;
      log.debug("MCP server \"{}\" cannot be listened to yet", server, e);
      retry.after(backoff::next);
      return false;
    } finally {
      attaching.unlock();
    }
  }

  /**
   * Later on, one resource that the server refuses must not end the notifications of the others.
   */
  private Subscription begun(McpClient client, boolean isFirst, Deadline deadline) {
    return isFirst
        ? client.subscribe(filter, listener, deadline)
        : client.subscribeWhenPossible(
            filter, listener, Duration.ofNanos(deadline.remainingNanos()));
  }

  @Override
  public SubscriptionFilter acknowledged() {
    Subscription now = current;
    return now == null ? SubscriptionFilter.none() : now.acknowledged();
  }

  @Override
  public void close() {
    closed = true;
    whenClosed.accept(this);
    Subscription now = current;
    if (now != null) {
      now.close();
    }
  }
}
