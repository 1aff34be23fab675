package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.WireMessage.Observed;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A channel whose own requests and notifications are observed: those that belong to no call. */
final class ObservedChannel implements Channel {

  /** The requests that no caller makes. */
  private static final Set<String> OBSERVED_REQUESTS =
      Set.of(
          "initialize",
          "server/discover",
          "resources/subscribe",
          "resources/unsubscribe",
          "subscriptions/listen");

  private final Channel channel;
  private final MessageObservers observers;
  private volatile @Nullable String protocolVersion;

  ObservedChannel(Channel channel, MessageObservers observers) {
    this.channel = channel;
    this.observers = observers;
  }

  @Override
  public Exchange exchange(Outbound request, Deadline deadline) {
    if (!(request.message() instanceof JsonRpcRequest original)
        || !OBSERVED_REQUESTS.contains(original.method())) {
      return channel.exchange(request, deadline);
    }
    ChannelMessage message =
        new ChannelMessage(
            this, original.method(), original.id().value().toString(), params(original.params()));
    Observed observed = observers.begin(message);
    if (observed == Observed.NONE) {
      return channel.exchange(request, deadline);
    }
    try {
      JsonObject params = withMeta(original.params(), observed.meta());
      JsonRpcRequest sent = new JsonRpcRequest(original.id(), original.method(), params);
      return new ObservedExchange(
          channel.exchange(with(request, sent), deadline), message, observed);
    } catch (RuntimeException | Error e) {
      observed.ended(e);
      throw e;
    }
  }

  @Override
  public void send(Outbound outbound, Deadline deadline) {
    if (!(outbound.message() instanceof JsonRpcNotification notification)) {
      channel.send(outbound, deadline);
      return;
    }
    Observed observed =
        observers.begin(
            new ChannelMessage(this, notification.method(), null, params(notification.params())));
    try {
      JsonRpcNotification sent =
          new JsonRpcNotification(
              notification.method(), withMeta(notification.params(), observed.meta()));
      channel.send(with(outbound, sent), deadline);
      observed.ended(null);
    } catch (RuntimeException | Error e) {
      observed.ended(e);
      throw e;
    }
  }

  private static JsonObject params(@Nullable JsonObject params) {
    return params == null ? JsonObject.empty() : params;
  }

  private static @Nullable JsonObject withMeta(
      @Nullable JsonObject params, Map<String, Object> added) {
    if (added.isEmpty()) {
      return params;
    }
    Map<String, @Nullable Object> meta = new LinkedHashMap<>(added);
    meta.putAll(params(params).map("_meta"));
    return params(params).with("_meta", meta);
  }

  private static Outbound with(Outbound outbound, JsonRpcMessage message) {
    return outbound.message().equals(message)
        ? outbound
        : new Outbound(
            message,
            outbound.headers(),
            outbound.callHeaders(),
            outbound.progressToken(),
            outbound.part());
  }

  String server() {
    return observers.server();
  }

  String address() {
    return observers.address();
  }

  @Nullable String protocolVersion() {
    return protocolVersion;
  }

  void protocolVersion(@Nullable String negotiated) {
    protocolVersion = negotiated;
  }

  @Override
  public void speak(ChannelMode mode) {
    channel.speak(mode);
  }

  @Override
  public @Nullable Object principal() {
    return channel.principal();
  }

  @Override
  public void awaitStream(Deadline deadline) {
    channel.awaitStream(deadline);
  }

  @Override
  public void retire() {
    channel.retire();
  }

  @Override
  public boolean carriesHeaders() {
    return channel.carriesHeaders();
  }

  @Override
  public ChannelListener listener() {
    return channel.listener();
  }

  @Override
  public boolean mayReachAnotherServer() {
    return channel.mayReachAnotherServer();
  }

  @Override
  public String standardError() {
    return channel.standardError();
  }

  @Override
  public @Nullable String nonProtocolOutput() {
    return channel.nonProtocolOutput();
  }

  @Override
  public boolean hasStreamPerRequest() {
    return channel.hasStreamPerRequest();
  }

  @Override
  public @Nullable String sessionId() {
    return channel.sessionId();
  }

  @Override
  public @Nullable String networkProtocolVersion() {
    return channel.networkProtocolVersion();
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() {
    channel.close();
  }
}
