package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.internal.revision.codec.CancelledNotification;
import io.mcpbridge.internal.revision.codec.ChangeNotifications;
import io.mcpbridge.internal.revision.codec.FilterJson;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.ExchangeListener;
import io.mcpbridge.transport.Outbound;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One {@code subscriptions/listen} request (2026-07-28, subscriptions). Its notifications carry its
 * id. Over HTTP they arrive on the response stream, over stdio among all other messages. The server
 * may end it with a result, a cancellation, or both, in any order.
 */
final class ListenStream implements RevisionSubscription, ExchangeListener {

  private static final Logger log = LoggerFactory.getLogger(ListenStream.class);
  private static final String METHOD = "subscriptions/listen";
  private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

  private final RequestId id;
  private final SubscriptionFilter requested;
  private final Channel channel;
  private final Outbound request;
  private final Outbound cancellation;
  private final Executor threads;
  private final NotificationListener notificationListener;
  private final CompletableFuture<SubscriptionFilter> acknowledged = new CompletableFuture<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Exchange exchange;

  ListenStream(
      RequestId id,
      SubscriptionFilter requested,
      Channel channel,
      Outbound request,
      Outbound cancellation,
      Executor threads,
      NotificationListener notificationListener) {
    this.id = id;
    this.requested = requested;
    this.channel = channel;
    this.request = request;
    this.cancellation = cancellation;
    this.threads = threads;
    this.notificationListener = notificationListener;
  }

  @Override
  public SubscriptionFilter begin(Deadline deadline) {
    open(channel.exchange(request, deadline));
    boolean heard = false;
    try {
      SubscriptionFilter agreed =
          acknowledged.get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
      heard = true;
      return agreed;
    } catch (TimeoutException e) {
      throw new McpTimeoutException(
          METHOD + " was not acknowledged within " + deadline.described());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted while waiting for the acknowledgement", e);
    } catch (ExecutionException e) {
      throw (McpException) e.getCause();
    } finally {
      if (!heard) {
        end();
      }
    }
  }

  private void open(Exchange opened) {
    exchange = opened;
    try {
      opened.follow(this, threads);
    } catch (RejectedExecutionException closed) {
      opened.abandon(cancellation);
      opened.close();
      throw new McpConnectException("the client is closed", closed);
    }
    if (ended.get()) {
      opened.abandon(cancellation);
    }
  }

  @Override
  public void onMessage(JsonRpcMessage message) {
    if (message instanceof JsonRpcResponse response) {
      ended(outcome(response));
    } else if (message instanceof JsonRpcNotification notification
        && isTagged(notification, true)) {
      onNotification(notification);
    }
  }

  @Override
  public void onLost(McpException cause) {
    boolean unknown = cause instanceof McpHttpStatusException http && http.status() == 404;
    ended(unknown && !acknowledged.isDone() ? unsupported(cause.reason(), cause) : cause);
  }

  @Override
  public boolean take(JsonRpcNotification notification) {
    if (!isTagged(notification, false)) {
      return false;
    }
    onNotification(notification);
    return true;
  }

  /** Whether the notification carries this subscription's id, or none where that is unambiguous. */
  private boolean isTagged(JsonRpcNotification notification, boolean byDefault) {
    JsonObject params = notification.params();
    if (params == null) {
      return byDefault;
    }
    Object tag =
        CancelledNotification.is(notification)
            ? params.get("requestId")
            : params.map("_meta").get(SUBSCRIPTION_ID);
    return tag == null ? byDefault : isOurs(RequestId.from(tag));
  }

  /** Also accepts an id that was returned as a string. */
  private boolean isOurs(@Nullable RequestId tag) {
    return tag != null && tag.value().toString().equals(id.value().toString());
  }

  private void onNotification(JsonRpcNotification notification) {
    if (CancelledNotification.is(notification)) {
      ended(acknowledged.isDone() ? null : unsupported("it cancelled the request instead", null));
      abandon();
    } else if (notification.method().equals("notifications/subscriptions/acknowledged")) {
      JsonObject params = notification.params();
      SubscriptionFilter agreed =
          FilterJson.read(params == null ? null : params.object("notifications"));
      acknowledged.complete(ChangeNotifications.common(requested, agreed));
    } else if (!acknowledged.isDone() || !ChangeNotifications.areOfKind(requested, notification)) {
      log.debug(
          "ignoring {}, which was not requested or not yet acknowledged",
          ServerText.line(notification.method()));
    } else if (!ended.get()) {
      notificationListener.onNotification(notification);
    }
  }

  private @Nullable McpException outcome(JsonRpcResponse response) {
    JsonRpcError error = response.error();
    if (error == null) {
      return acknowledged.isDone()
          ? null
          : unsupported("it ended the request without an acknowledgement", null);
    }
    McpException failure =
        ErrorResponses.failure(error, "the server answered with error " + error.code());
    return error.code() == JsonRpcError.METHOD_NOT_FOUND
        ? unsupported(failure.reason(), failure)
        : failure;
  }

  private static McpUnsupportedException unsupported(String reason, @Nullable McpException cause) {
    String message = "the server does not support " + METHOD + ": " + reason;
    return cause == null
        ? new McpUnsupportedException(message)
        : new McpUnsupportedException(message, cause);
  }

  /** Only the first end counts; before the acknowledgment it goes to the waiting caller. */
  private void ended(@Nullable McpException cause) {
    if (ended.compareAndSet(false, true)) {
      McpException failure =
          cause == null ? new McpCancelledException(METHOD + " was ended") : cause;
      if (!acknowledged.completeExceptionally(failure)) {
        notificationListener.ended(cause);
      }
    }
  }

  @Override
  public void end() {
    if (ended.compareAndSet(false, true)) {
      acknowledged.completeExceptionally(new McpCancelledException(METHOD + " was ended"));
    }
    abandon();
  }

  private void abandon() {
    Exchange open = exchange;
    if (open != null) {
      open.abandon(cancellation);
    }
  }
}
