package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.call.ServerOperation;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription to the server under one key until it is closed. It subscribes with the server's
 * client, which subscribes again after failures and lost connections, and with the client of each
 * replacement.
 */
final class ServerSubscription implements Subscription {

  private static final Logger log = LoggerFactory.getLogger(ServerSubscription.class);

  private final String server;
  private final SubscriptionFilter filter;
  private final ExclusiveListener listener;
  private final ServerRegistry servers;
  private final Consumer<ServerSubscription> whenClosed;
  private final ReentrantLock attaching = new ReentrantLock();

  private @Nullable ClientEngine listenedOn;
  private volatile @Nullable Subscription current;
  private volatile boolean closed;

  /**
   * @param whenClosed notified when the application closes the subscription
   */
  ServerSubscription(
      String server,
      SubscriptionFilter filter,
      ChangeListener listener,
      ServerRegistry servers,
      Consumer<ServerSubscription> whenClosed) {
    this.server = server;
    this.filter = filter;
    this.listener = new ExclusiveListener(server, listener);
    this.servers = servers;
    this.whenClosed = whenClosed;
  }

  String server() {
    return server;
  }

  /**
   * Subscribes for the first time, for a caller that waits. If it throws, the subscription is
   * closed.
   *
   * @throws McpErrorResponseException if the server refuses
   */
  void begin() {
    boolean isSubscribed = false;
    try {
      attach(this::subscribed);
      isSubscribed = true;
    } finally {
      if (!isSubscribed) {
        close();
      }
    }
  }

  /**
   * The server has connected. If that is with another client, subscribes with that one, which
   * reports the gap.
   */
  void follow() {
    attach(this::subscribedInBackground);
  }

  /**
   * @param subscribing subscribes with the server's client; returns {@code null} if that has to
   *     wait until the server connects
   */
  private void attach(Function<ManagedServer, @Nullable Subscription> subscribing) {
    servers.ifStillUsable(server, managedServer -> attach(managedServer, subscribing));
  }

  private void attach(
      ManagedServer managedServer, Function<ManagedServer, @Nullable Subscription> subscribing) {
    attaching.lock();
    try {
      Subscription subscription =
          closed || managedServer.client() == listenedOn ? null : subscribing.apply(managedServer);
      if (subscription == null) {
        return;
      }
      Subscription before = current;
      current = subscription;
      listenedOn = managedServer.client();
      if (closed) {
        subscription.close();
      }
      if (before != null) {
        before.close();
      }
    } finally {
      attaching.unlock();
    }
  }

  private @Nullable Subscription subscribed(ManagedServer managedServer) {
    Deadline deadline = managedServer.deadline(CallOptions.defaults());
    try {
      return ServerOperation.run(
          managedServer,
          "subscribing",
          deadline,
          client -> client.subscribe(filter, listener, deadline));
    } catch (McpUnsupportedException e) {
      log.debug("MCP server \"{}\" cannot be listened to", server, e);
      return null;
    } catch (McpErrorResponseException refused) {
      throw refused;
    } catch (McpException e) {
      log.debug("MCP server \"{}\" cannot be listened to yet", server, e);
      return managedServer.isUsable() ? subscribedInBackground(managedServer) : null;
    }
  }

  /**
   * Leaves the attempts to the client: one resource that the server refuses must not end the
   * notifications of the others.
   */
  private Subscription subscribedInBackground(ManagedServer managedServer) {
    return managedServer.client().subscribeWhenPossible(filter, listener, Duration.ZERO);
  }

  @Override
  public SubscriptionFilter acknowledged() {
    Subscription now = current;
    return now == null ? SubscriptionFilter.none() : now.acknowledged();
  }

  @Override
  public @Nullable McpException refusal() {
    Subscription now = current;
    return now == null ? null : now.refusal();
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

  /** Calls a listener on one thread at a time. */
  private static final class ExclusiveListener implements ChangeListener {

    private static final Logger log = LoggerFactory.getLogger(ExclusiveListener.class);

    private final String server;
    private final ChangeListener listener;
    private final ReentrantLock notifying = new ReentrantLock();

    ExclusiveListener(String server, ChangeListener listener) {
      this.server = server;
      this.listener = listener;
    }

    @Override
    public void toolsChanged() {
      notifyListener(ChangeListener::toolsChanged);
    }

    @Override
    public void promptsChanged() {
      notifyListener(ChangeListener::promptsChanged);
    }

    @Override
    public void resourcesChanged() {
      notifyListener(ChangeListener::resourcesChanged);
    }

    @Override
    public void resourceUpdated(String uri) {
      notifyListener(recipient -> recipient.resourceUpdated(uri));
    }

    @Override
    public void onGap() {
      notifyListener(ChangeListener::onGap);
    }

    private void notifyListener(Consumer<ChangeListener> event) {
      notifying.lock();
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        log.warn("A ChangeListener failed on a change of MCP server \"{}\"", server, e);
      } finally {
        notifying.unlock();
      }
    }
  }
}
