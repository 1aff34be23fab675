package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
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
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final String server;
  private final McpClientListener listener;
  private final Mailbox mailbox;
  private final Supplier<@Nullable Connection> connection;

  Inbox(
      String server,
      McpClientListener listener,
      Mailbox mailbox,
      Supplier<@Nullable Connection> connection) {
    this.server = server;
    this.listener = listener;
    this.mailbox = mailbox;
    this.connection = connection;
  }

  @Override
  public void onMessage(JsonRpcMessage message) {
    if (message instanceof JsonRpcNotification notification) {
      mailbox.post(() -> notified(notification));
    } else if (message instanceof JsonRpcRequest request) {
      mailbox.post(() -> answer(connection.get(), request, Deadline.after(ANSWER_WITHIN)));
    }
  }

  @Override
  public void onLost(McpException cause) {
    cause.during(server, "connection");
    mailbox.post(() -> listener.connectionLost(cause));
  }

  /** Passes a notification on, on the thread that calls. */
  void notified(JsonRpcNotification notification) {
    try {
      if (notification.method().equals("notifications/tools/list_changed")) {
        listener.toolsChanged();
      } else {
        listener.notification(notification);
      }
    } catch (RuntimeException e) {
      log.warn("A listener of server \"{}\" failed on {}", server, notification.method(), e);
    }
  }

  /** Answers a server's request on its connection, on the thread that calls. */
  void answer(@Nullable Connection asked, JsonRpcRequest request, Deadline deadline) {
    Outbound answer = asked == null ? null : asked.revision().answer(request);
    if (asked == null || answer == null) {
      log.debug("Server \"{}\" asked {} and gets no answer", server, request.method());
      return;
    }
    try {
      asked.channel().send(answer, deadline.orEarlier(Deadline.after(ANSWER_WITHIN)));
    } catch (McpException e) {
      log.debug("Server \"{}\" did not take the answer to {}", server, request.method(), e);
    }
  }
}
