package io.mcpbridge.transport;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatches the messages of a single reader to the exchanges that wait for them. For transports
 * with one inbound stream: stdio, HTTP+SSE, custom ones. Thread-safe; never blocks and calls no
 * foreign code except the {@link ChannelListener}.
 *
 * <p>An exchange must be opened <em>before</em> its request is written, because the response may
 * arrive before the write returns.
 */
public final class Correlator {

  private static final Logger log = LoggerFactory.getLogger(Correlator.class);

  private final String address;
  private final ChannelListener listener;
  private final Map<RequestId, CorrelatedExchange> open = new ConcurrentHashMap<>();
  private final Map<RequestId, CorrelatedExchange> byProgressToken = new ConcurrentHashMap<>();
  private final AtomicBoolean idTypeLogged = new AtomicBoolean();
  private volatile @Nullable McpException end;

  /**
   * @param address the server, for messages; as {@link Transport#address()}
   * @param listener receives messages that belong to no open exchange
   */
  public Correlator(String address, ChannelListener listener) {
    this.address = address;
    this.listener = listener;
  }

  /**
   * Opens the exchange for a request that is about to be sent.
   *
   * @param request a request; its id is unique among the open ones
   * @param onAbandon what to do on cancellation besides forgetting the exchange, such as sending
   *     the notification; runs on the canceling thread, at most once, and not after the response
   * @throws McpConnectException after {@link #fail(McpException)}
   * @throws IllegalArgumentException if the message is no request, or its id is in use
   */
  public Exchange open(Outbound request, Consumer<@Nullable Outbound> onAbandon) {
    if (!(request.message() instanceof JsonRpcRequest message)) {
      throw new IllegalArgumentException("only a request is answered, not " + request.subject());
    }
    CorrelatedExchange exchange =
        new CorrelatedExchange(
            message.id(),
            RequestId.from(request.progressToken()),
            new NoResponse(address, request.subject()),
            this,
            onAbandon);
    if (open.putIfAbsent(message.id(), exchange) != null) {
      throw new IllegalArgumentException("the request id " + message.id() + " is in use");
    }
    if (exchange.progressToken() != null) {
      byProgressToken.put(exchange.progressToken(), exchange);
    }
    McpException ended = end;
    if (ended != null) {
      forget(exchange);
      throw new McpConnectException(ended.reason() + " (nothing was sent)", ended);
    }
    return exchange;
  }

  /**
   * Dispatches a message from the reader: a response or progress notification to its exchange,
   * anything else, such as the late response to an abandoned request, to the listener. Never
   * throws.
   */
  public void deliver(JsonRpcMessage message) {
    if (message instanceof JsonRpcResponse response) {
      answer(response);
    } else if (!(message instanceof JsonRpcNotification notification && report(notification))) {
      notifyListener(message);
    }
  }

  /**
   * Fails one exchange, for which an unusable message was received.
   *
   * @param id the id of the request; if it is {@code null} (unknown), the only open exchange fails,
   *     if there is exactly one
   * @return whether there was such an exchange
   */
  public boolean fail(@Nullable RequestId id, McpException cause) {
    CorrelatedExchange exchange = find(id);
    if (exchange == null) {
      return false;
    }
    forget(exchange);
    exchange.fail(cause);
    return true;
  }

  /** Fails all open exchanges and rejects further ones. The first cause is kept. */
  public void fail(McpException cause) {
    if (end == null) {
      end = cause;
    }
    for (CorrelatedExchange exchange : open.values()) {
      forget(exchange);
      exchange.fail(cause);
    }
  }

  /** The number of exchanges that wait for their response. */
  public int openExchanges() {
    return open.size();
  }

  void forget(CorrelatedExchange exchange) {
    open.remove(exchange.id(), exchange);
    if (exchange.progressToken() != null) {
      byProgressToken.remove(exchange.progressToken(), exchange);
    }
  }

  private void answer(JsonRpcResponse response) {
    boolean unattributable = response.id() == null && response.error() == null;
    CorrelatedExchange exchange = unattributable ? null : find(response.id());
    if (exchange == null) {
      log.debug(
          "{}: the response with id {} belongs to no open request",
          address,
          ServerText.line(String.valueOf(response.id())));
      if (response.id() != null) {
        notifyListener(response);
      }
      return;
    }
    forget(exchange);
    exchange.complete(response);
  }

  private boolean report(JsonRpcNotification notification) {
    if (byProgressToken.isEmpty()
        || notification.params() == null
        || !notification.method().equals("notifications/progress")) {
      return false;
    }
    RequestId token = RequestId.from(notification.params().get("progressToken"));
    CorrelatedExchange exchange = token == null ? null : byProgressToken.get(token);
    if (exchange == null) {
      return false;
    }
    exchange.progress(notification);
    return true;
  }

  private @Nullable CorrelatedExchange find(@Nullable RequestId id) {
    if (id == null) {
      return onlyOpen();
    }
    CorrelatedExchange exact = open.get(id);
    return exact != null ? exact : findByNumber(id);
  }

  /** Followed exchanges stay open for long, so they count only if there is no other. */
  private @Nullable CorrelatedExchange onlyOpen() {
    List<CorrelatedExchange> all = List.copyOf(open.values());
    List<CorrelatedExchange> awaited =
        all.stream().filter(exchange -> !exchange.isFollowed()).toList();
    List<CorrelatedExchange> eligible = awaited.isEmpty() ? all : awaited;
    return eligible.size() == 1 ? eligible.get(0) : null;
  }

  /** Some servers return a numeric id as a string. */
  private @Nullable CorrelatedExchange findByNumber(RequestId id) {
    if (!(id.value() instanceof String text) || text.isEmpty() || text.length() > 18) {
      return null;
    }
    if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return null;
    }
    CorrelatedExchange exchange = open.get(RequestId.of(Long.parseLong(text)));
    if (exchange != null && idTypeLogged.compareAndSet(false, true)) {
      log.warn("{}: the server answers numeric request ids with strings; tolerated", address);
    }
    return exchange;
  }

  /** A failing listener must not end the reader, which serves other exchanges, too. */
  void listenerFailed(Throwable failure) {
    log.warn("{}: a message could not be delivered", address, failure);
  }

  private void notifyListener(JsonRpcMessage message) {
    try {
      listener.onMessage(message);
    } catch (RuntimeException | Error e) {
      listenerFailed(e);
    }
  }
}
