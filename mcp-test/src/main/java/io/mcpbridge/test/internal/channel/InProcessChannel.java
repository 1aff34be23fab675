package io.mcpbridge.test.internal.channel;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.message.UnusableMessage;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.internal.message.DroppableConnection;
import io.mcpbridge.test.internal.message.MessageSink;
import io.mcpbridge.test.internal.message.ReceivedMessageReader;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.EndpointRules;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One client of a server in the same process. */
public final class InProcessChannel implements Channel, DroppableConnection {

  private final ServerCore server;
  private final String address;
  private final ChannelListener listener;
  private final Conversation conversation = new Conversation(EndpointRules.NONE);
  private final Map<RequestId, InProcessExchange> exchanges = new ConcurrentHashMap<>();
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final int number;

  public InProcessChannel(ServerCore server, String address, ChannelListener listener) {
    this.server = server;
    this.address = address;
    this.listener = listener;
    this.number = server.clients().connected(this);
    conversation.addStream(
        json -> {
          deliver(json, null);
          return true;
        });
  }

  @Override
  public Exchange exchange(Outbound request, Deadline deadline) {
    if (!(request.message() instanceof JsonRpcRequest question)) {
      throw new IllegalArgumentException("not a request: " + request.subject());
    }
    byte[] bytes = question.toBytes();
    InProcessExchange exchange = new InProcessExchange(this, question);
    try {
      if (exchanges.putIfAbsent(question.id(), exchange) != null) {
        throw new IllegalArgumentException("the id " + question.id() + " is still in use");
      }
      requireOpen(request, deadline); // only now: end() fails the exchanges that it finds
      Turn serverTurn = accept(request, bytes, new InProcessMessageSink(this, exchange));
      exchange.begin(serverTurn);
      server.threads().run(serverTurn::run);
      return exchange;
    } catch (RuntimeException | Error e) {
      exchange.close();
      throw e;
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    requireOpen(message, deadline);
    sendNow(message);
  }

  void sendNow(Outbound message) {
    Turn serverTurn =
        accept(message, message.message().toBytes(), new InProcessMessageSink(this, null));
    if (serverTurn.isUnusual()) {
      server.threads().run(serverTurn::run);
    } else {
      serverTurn.run();
    }
  }

  private Turn accept(Outbound outbound, byte[] bytes, MessageSink messageSink) {
    if (listener.trace().isOn()) {
      listener.trace().sent(bytes, UnaryOperator.identity());
    }
    return server.accept(
        ReceivedMessageReader.read(bytes, outbound.headers(), number), conversation, messageSink);
  }

  private void requireOpen(Outbound outbound, Deadline deadline) {
    if (!open.get()) {
      throw new McpConnectException(
          address + ": " + outbound.subject() + " was not sent: the channel is closed");
    }
    if (deadline.hasPassed()) {
      throw new McpTimeoutException(address + ": no time left to send " + outbound.subject());
    }
  }

  /** Receives a message from the server, on the server's thread. */
  void deliver(Object json, @Nullable InProcessExchange origin) {
    if (!open.get()) {
      return;
    }
    byte[] bytes = Json.writeBytes(json);
    if (listener.trace().isOn()) {
      listener.trace().received(bytes, 0, bytes.length, UnaryOperator.identity());
    }
    for (Object value :
        JsonRpcMessage.elements(Json.read(new String(bytes, StandardCharsets.UTF_8)))) {
      JsonRpcMessage message;
      try {
        message = JsonRpcMessage.from(JsonObject.of(value));
      } catch (JsonException e) {
        fail(origin, UnusableMessage.as(address + ": the server's answer", e));
        continue;
      }
      InProcessExchange exchange = destination(message, origin);
      if (exchange == null || !exchange.deliver(message)) {
        listener.onMessage(message);
      }
    }
  }

  private @Nullable InProcessExchange destination(
      JsonRpcMessage message, @Nullable InProcessExchange origin) {
    if (message instanceof JsonRpcResponse response && response.id() != null) {
      return exchanges.get(response.id());
    }
    return origin;
  }

  public void fail(@Nullable InProcessExchange exchange, McpException cause) {
    if (exchange != null) {
      exchange.fail(cause);
    }
  }

  public void closed(InProcessExchange exchange) {
    exchanges.remove(exchange.id(), exchange);
  }

  public String address() {
    return address;
  }

  public ServerCore server() {
    return server;
  }

  @Override
  public ChannelListener listener() {
    return listener;
  }

  /** A single user per process. */
  @Override
  public Object principal() {
    return address;
  }

  @Override
  public boolean isOpen() {
    return open.get();
  }

  @Override
  public void close() {
    end(new McpConnectionLostException(address + ": the channel was closed"));
  }

  @Override
  public void drop() {
    McpException cause =
        new McpConnectionLostException(address + ": the server closed the connection");
    if (end(cause)) {
      listener.onLost(cause);
    }
  }

  private boolean end(McpException cause) {
    boolean first = open.compareAndSet(true, false);
    exchanges.values().forEach(exchange -> exchange.fail(cause));
    server.disconnected(conversation, this);
    return first;
  }

  /** Passes the server's messages to the channel and to the exchange that they belong to. */
  private static final class InProcessMessageSink implements MessageSink {

    private final InProcessChannel channel;
    private final @Nullable InProcessExchange exchange;

    InProcessMessageSink(InProcessChannel channel, @Nullable InProcessExchange exchange) {
      this.channel = channel;
      this.exchange = exchange;
    }

    @Override
    public boolean send(Object json) {
      channel.deliver(json, exchange);
      return true;
    }

    @Override
    public void respond(int httpStatus, Map<String, String> headers, List<?> values) {
      values.forEach(this::send);
    }

    @Override
    public void accept() {}

    @Override
    public void http(int status, Map<String, String> headers, byte[] body) {
      Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      anyCase.putAll(headers);
      channel.fail(
          exchange,
          McpHttpStatusException.of(
              channel.address() + " answered with HTTP status " + status,
              status,
              anyCase.get("WWW-Authenticate"),
              anyCase.get("Retry-After")));
    }

    /** Stray output is no message, and there is no stdout in process. */
    @Override
    public void raw(byte[] bytes) {}

    /** There is no separate stream to end. */
    @Override
    public void closeStream() {}

    @Override
    public void disconnect() {
      channel.drop();
    }

    @Override
    public void exit(int code) {
      channel.drop();
    }
  }
}
