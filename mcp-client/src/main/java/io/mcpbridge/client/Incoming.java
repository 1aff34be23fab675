package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What comes on one channel without being asked, from before the server is greeted until the
 * channel is lost or given up. A request is answered on the channel that it came on, or not at all.
 */
final class Incoming implements ChannelListener {

  private final Inbox inbox;
  private final ServerRequests requests;
  private final CompletableFuture<Channel> opened = new CompletableFuture<>();
  private final CompletableFuture<Connection> greeted = new CompletableFuture<>();
  private @Nullable McpException lost;

  Incoming(Inbox inbox, Answerer answerer) {
    this.inbox = inbox;
    this.requests = new ServerRequests(answerer, opened, greeted);
  }

  /** This is the channel. */
  void opened(Channel channel) {
    opened.complete(channel);
  }

  /** The channel, once it is open. */
  @Nullable Channel channel() {
    return opened.getNow(null);
  }

  /** The server was greeted on the channel; from now on somebody wants to know of its loss. */
  void greeted(Connection connection) {
    McpException meanwhile;
    synchronized (this) {
      greeted.complete(connection);
      meanwhile = lost;
    }
    if (meanwhile != null) {
      inbox.lost(connection, meanwhile);
    }
  }

  /** Whatever fails on a message concerns neither a reader's thread nor a caller's. */
  @Override
  public void onMessage(JsonRpcMessage message) {
    guarded(() -> take(message));
  }

  private void take(JsonRpcMessage message) {
    if (message instanceof JsonRpcNotification notification) {
      if (!requests.cancelled(notification)) {
        inbox.take(notification);
      }
    } else if (message instanceof JsonRpcRequest request) {
      requests.take(request);
    }
  }

  /** Takes a notification that came while a call was waiting for its own answer. */
  void notifiedMeanwhile(JsonRpcNotification notification) {
    guarded(
        () -> {
          if (!requests.cancelled(notification)) {
            inbox.notifiedMeanwhile(notification);
          }
        });
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      inbox.notHandled(e);
    }
  }

  @Override
  public void onLost(McpException cause) {
    requests.close();
    Connection connection;
    synchronized (this) {
      lost = cause;
      connection = greeted.handle((known, failed) -> known).getNow(null); // may be cancelled
    }
    if (connection != null) {
      inbox.lost(connection, cause);
    }
  }

  /** Nothing is answered any more, and nobody is asked. */
  void close() {
    requests.close();
  }

  /** As {@link #close}, if the greeting came to nothing. */
  void closeUnlessGreeted() {
    if (greeted.cancel(false)) {
      close();
    }
  }
}
