package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server says without being asked, on whichever connection: brought to those whom it
 * concerns, off the I/O thread.
 */
final class Inbox {

  private static final Logger log = LoggerFactory.getLogger(Inbox.class);

  private final String server;
  private final McpClientListener listener;
  private final Mailbox mailbox;
  private final Subscriptions subscriptions;
  private final FollowedCalls followed;

  Inbox(
      String server,
      McpClientListener listener,
      Mailbox mailbox,
      Subscriptions subscriptions,
      FollowedCalls followed) {
    this.server = server;
    this.listener = listener;
    this.mailbox = mailbox;
    this.subscriptions = subscriptions;
    this.followed = followed;
  }

  /** Takes a notification off the I/O thread. */
  void take(JsonRpcNotification notification) {
    if (subscriptions.take(notification)) {
      return;
    }
    Fact fact = Fact.of(notification);
    if (fact == null) {
      mailbox.post(() -> notified(notification));
    } else {
      mailbox.post(fact, () -> notified(notification));
    }
  }

  /**
   * A connection ended by itself. Where another one has taken its place before this is told, the
   * news is that the server was greeted anew.
   */
  void lost(Connection connection, McpException cause) {
    cause.during(server, "connection");
    subscriptions.connectionLost();
    mailbox.post(
        Fact.CONNECTION_LOST,
        () -> {
          if (connection.isGivenUp()) {
            listener.toolsChanged();
          } else {
            listener.connectionLost(cause);
          }
        });
  }

  /** What the server announced meanwhile went unheard, and it may be another server by now. */
  void greetedAnew() {
    mailbox.post(Fact.TOOLS_CHANGED, listener::toolsChanged);
  }

  /** Takes a notification that came while a call was waiting for its own answer. */
  void notifiedMeanwhile(JsonRpcNotification notification) {
    if (!subscriptions.take(notification)) {
      notified(notification);
    }
  }

  /** A message could not be taken. */
  void notHandled(Throwable failure) {
    log.warn("What server \"{}\" sent could not be handled", server, failure);
  }

  private void notified(JsonRpcNotification notification) {
    if (ProgressReports.isOne(notification)) {
      // No exchange waits for it: of a task that is not being polled, late, or of no call at all.
      followed.progressed(notification);
      return;
    }
    LogMessage logged = ServerLog.message(server, notification);
    try {
      if (logged != null) {
        listener.logMessage(logged);
      } else if (Fact.of(notification) == Fact.TOOLS_CHANGED) {
        listener.toolsChanged();
      } else {
        listener.notification(notification);
      }
    } catch (RuntimeException | Error e) {
      String method = ServersWords.line(notification.method());
      log.warn("A listener of server \"{}\" failed on {}", server, method, e);
    }
  }
}
