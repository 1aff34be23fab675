package io.mcpbridge.internal.client.connection;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Handles inbound messages of one channel, from before the handshake until the channel is lost or
 * given up. A request is answered on its own channel or not at all.
 */
public final class InboundHandler implements ChannelListener {

  private final NotificationDispatcher notificationDispatcher;
  private final ServerRequests requests;
  private final ServerRequestCallers callers;
  private final CompletableFuture<Channel> opened = new CompletableFuture<>();
  private final CompletableFuture<Connection> connected = new CompletableFuture<>();
  private @Nullable McpException lossCause;

  public InboundHandler(
      NotificationDispatcher notificationDispatcher, ServerRequestHandler serverRequestHandler) {
    this.notificationDispatcher = notificationDispatcher;
    this.callers = serverRequestHandler.callers();
    this.requests = new ServerRequests(serverRequestHandler, opened, connected);
  }

  /** Sets the channel. */
  void opened(Channel channel) {
    opened.complete(channel);
  }

  /** The channel; {@code null} until it is open. */
  @Nullable Channel channel() {
    return opened.getNow(null);
  }

  /** The handshake is complete: a loss of the channel is reported from now on. */
  void connected(Connection connection) {
    McpException meanwhile;
    synchronized (this) {
      connected.complete(connection);
      meanwhile = lossCause;
    }
    if (meanwhile != null) {
      notificationDispatcher.connectionLost(connection, meanwhile);
    }
  }

  /** A failure to handle a message must not reach a reading thread or a caller. */
  @Override
  public void onMessage(JsonRpcMessage message) {
    guarded(() -> take(message));
  }

  private void take(JsonRpcMessage message) {
    if (message instanceof JsonRpcNotification notification) {
      if (!requests.cancelled(notification)) {
        notificationDispatcher.take(notification);
      }
    } else if (message instanceof JsonRpcRequest request) {
      requests.take(request, callers.of(request, null, hasStreamPerRequest()));
    } else if (message instanceof JsonRpcResponse response) {
      callers.lateResponse(response);
    }
  }

  private boolean hasStreamPerRequest() {
    Channel channel = channel();
    return channel != null && channel.hasStreamPerRequest();
  }

  /** Handles a request that arrived on the response stream of a call. */
  public void duringCall(JsonRpcRequest request, CallsInFlight.Call call) {
    guarded(() -> requests.take(request, callers.of(request, call, true)));
  }

  /**
   * The server may go on with a request that got no response.
   *
   * @param request the id whose late response shows the end; {@code null} if none does
   */
  public void abandoned(CallerContext caller, @Nullable RequestId request) {
    callers.abandoned(caller, request);
  }

  /** Handles a notification that arrived on the response stream of a call. */
  public void duringHandshake(JsonRpcNotification notification) {
    guarded(
        () -> {
          if (!requests.cancelled(notification)) {
            notificationDispatcher.duringHandshake(notification);
          }
        });
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      notificationDispatcher.notHandled(e);
    }
  }

  @Override
  public void onLost(McpException cause) {
    requests.close();
    Connection connection;
    synchronized (this) {
      lossCause = cause;
      connection = connected.handle((result, failure) -> result).getNow(null); // may be cancelled
    }
    if (connection != null) {
      notificationDispatcher.connectionLost(connection, cause);
    }
  }

  /** Stops answering requests and interrupts their handlers. */
  void close() {
    requests.close();
  }

  /** Closes if the handshake failed. */
  void closeUnlessConnected() {
    if (connected.cancel(false)) {
      close();
    }
  }
}
