package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.revision.Ping;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server sends without being asked, taken off the I/O thread: notifications go to the
 * listener, requests are answered.
 */
final class Inbox implements ChannelListener {

  private static final Logger log = LoggerFactory.getLogger(Inbox.class);

  private final String server;
  private final McpClientListener listener;
  private final Mailbox mailbox;
  private final Subscriptions subscriptions;
  private final ServerRequests requests;
  private final FollowedCalls followed;
  private final Supplier<@Nullable Channel> greeting;
  private final Supplier<@Nullable Connection> connection;

  Inbox(
      String server,
      McpClientListener listener,
      Mailbox mailbox,
      Subscriptions subscriptions,
      ServerRequests requests,
      FollowedCalls followed,
      Supplier<@Nullable Channel> greeting,
      Supplier<@Nullable Connection> connection) {
    this.server = server;
    this.listener = listener;
    this.mailbox = mailbox;
    this.subscriptions = subscriptions;
    this.requests = requests;
    this.followed = followed;
    this.greeting = greeting;
    this.connection = connection;
  }

  @Override
  public void onMessage(JsonRpcMessage message) {
    if (message instanceof JsonRpcNotification notification) {
      if (!subscriptions.take(notification)) {
        mailbox.post(() -> notified(notification));
      }
    } else if (message instanceof JsonRpcRequest request) {
      Channel unfinished = Ping.is(request) ? greeting.get() : null;
      if (unfinished != null) {
        mailbox.post(() -> Ping.answerBeforeGreeted(request, unfinished));
      } else {
        requests.take(request, connection);
      }
    }
  }

  @Override
  public void onLost(McpException cause) {
    cause.during(server, "connection");
    subscriptions.connectionLost();
    mailbox.post(() -> listener.connectionLost(cause));
  }

  /** What the server announced meanwhile went unheard, and it may be another server by now. */
  void greetedAnew() {
    mailbox.post(listener::toolsChanged);
  }

  /** Takes a notification that came while a call was waiting for its own answer. */
  void notifiedMeanwhile(JsonRpcNotification notification) {
    if (!subscriptions.take(notification)) {
      notified(notification);
    }
  }

  private void notified(JsonRpcNotification notification) {
    if (ProgressReports.isOne(notification)) {
      // No exchange waits for it: of a task that is not being polled, late, or of no call at all.
      followed.progressed(notification);
      return;
    }
    if (requests.cancelled(notification)) {
      return;
    }
    LogMessage logged = ServerLog.message(server, notification);
    try {
      if (logged != null) {
        listener.logMessage(logged);
      } else if (notification.method().equals("notifications/tools/list_changed")) {
        listener.toolsChanged();
      } else {
        listener.notification(notification);
      }
    } catch (RuntimeException | Error e) {
      log.warn("A listener of server \"{}\" failed on {}", server, notification.method(), e);
    }
  }

  /** Has a request answered that came while a call was waiting for its own answer. */
  void asked(Connection connection, JsonRpcRequest request) {
    requests.take(request, () -> connection);
  }
}
