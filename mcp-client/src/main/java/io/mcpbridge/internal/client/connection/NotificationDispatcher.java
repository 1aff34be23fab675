package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatches notifications from all connections to subscriptions and listeners, off the I/O thread.
 */
public final class NotificationDispatcher {

  private static final Logger log = LoggerFactory.getLogger(NotificationDispatcher.class);

  private final String server;
  private final McpClientListener listener;
  private final SerialExecutor serialExecutor;
  private final Subscriptions subscriptions;
  private final Consumer<JsonRpcNotification> lateProgress;

  public NotificationDispatcher(
      String server,
      McpClientListener listener,
      SerialExecutor serialExecutor,
      Subscriptions subscriptions,
      Consumer<JsonRpcNotification> lateProgress) {
    this.server = server;
    this.listener = listener;
    this.serialExecutor = serialExecutor;
    this.subscriptions = subscriptions;
    this.lateProgress = lateProgress;
  }

  /** Accepts a notification on the I/O thread. */
  void take(JsonRpcNotification notification) {
    if (subscriptions.take(notification)) {
      return;
    }
    CoalescingKey coalescingKey = CoalescingKey.of(notification);
    if (coalescingKey == null) {
      serialExecutor.execute(() -> notified(notification));
    } else {
      serialExecutor.execute(coalescingKey, () -> notified(notification));
    }
  }

  /**
   * Reports a lost connection. If the client has already reconnected, the listener learns of the
   * new connection instead.
   */
  void connectionLost(Connection connection, McpException cause) {
    McpException named = cause.withOperation(server, "connection");
    boolean isReplaced = connection.isRetired(); // now: the subscriptions are about to reconnect
    subscriptions.connectionLost();
    serialExecutor.execute(
        CoalescingKey.CONNECTION_LOST,
        () -> {
          if (isReplaced) {
            listener.toolsChanged();
          } else {
            listener.connectionLost(named);
          }
        });
  }

  /**
   * Announcements may have been lost, and the server may be a different one: the tools may have
   * changed.
   *
   * @param reason why the previous connection could not be used
   */
  public void reconnected(McpException reason) {
    if (reason instanceof McpSessionLostException) {
      try {
        listener.sessionLost();
      } catch (RuntimeException | Error e) { // which would fail the repeated request
        log.warn("A listener of server \"{}\" failed on a lost session", server, e);
      }
    }
    serialExecutor.execute(CoalescingKey.TOOLS_CHANGED, listener::toolsChanged);
  }

  /** Handles a notification that arrived on the response stream of a call. */
  void duringHandshake(JsonRpcNotification notification) {
    if (!subscriptions.take(notification)) {
      notified(notification);
    }
  }

  /** Logs a message that could not be handled. */
  void notHandled(Throwable failure) {
    log.warn("A message from server \"{}\" could not be handled", server, failure);
  }

  private void notified(JsonRpcNotification notification) {
    if (ProgressReports.isOne(notification)) {
      // No exchange waits for it: progress of a task that is not being polled, late, or of no known
      // call.
      lateProgress.accept(notification);
      return;
    }
    LogMessage logged = ServerLog.message(server, notification);
    try {
      if (logged != null) {
        listener.logMessage(logged);
      } else if (CoalescingKey.of(notification) == CoalescingKey.TOOLS_CHANGED) {
        listener.toolsChanged();
      } else {
        listener.notification(notification);
      }
    } catch (RuntimeException | Error e) {
      String method = ServerText.line(notification.method());
      log.warn("A listener of server \"{}\" failed on {}", server, method, e);
    }
  }

  /** Notifications that are queued at most once and never dropped. */
  private enum CoalescingKey {
    CONNECTION_LOST,
    TOOLS_CHANGED,
    PROMPTS_CHANGED,
    RESOURCES_CHANGED;

    /** The constant for a notification; {@code null} if each occurrence counts. */
    static @Nullable CoalescingKey of(JsonRpcNotification notification) {
      return switch (notification.method()) {
        case "notifications/tools/list_changed" -> TOOLS_CHANGED;
        case "notifications/prompts/list_changed" -> PROMPTS_CHANGED;
        case "notifications/resources/list_changed" -> RESOURCES_CHANGED;
        default -> null;
      };
    }
  }

  /**
   * Logs the server's log messages. Always at debug level, since a server must not decide what
   * counts as an error in this application.
   */
  private static final class ServerLog {

    /** The documented name, which applications configure. */
    private static final Logger log = LoggerFactory.getLogger("io.mcpbridge.client.ServerLog");

    private ServerLog() {}

    /**
     * Parses and logs a log message notification.
     *
     * @return {@code null} if it is not a valid one
     */
    static @Nullable LogMessage message(String server, JsonRpcNotification notification) {
      JsonObject params = notification.params();
      if (params == null || !notification.method().equals("notifications/message")) {
        return null;
      }
      LoggingLevel level = LoggingLevel.of(params.string("level"));
      if (level == null) {
        return null;
      }
      LogMessage message =
          new LogMessage(level, params.string("logger"), params.get("data"), params.map("_meta"));
      log.debug("MCP server \"{}\": {}", server, message);
      return message;
    }
  }
}
