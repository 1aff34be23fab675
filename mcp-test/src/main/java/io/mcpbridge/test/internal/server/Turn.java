package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.exchange.ServerTurn;
import io.mcpbridge.test.internal.message.CancellationSignal;
import io.mcpbridge.test.internal.message.MessageSink;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Implements {@link ServerTurn}. */
public final class Turn implements ServerTurn {

  private final ServerCore server;
  private final Conversation conversation;
  private final ReceivedMessage received;
  private final MessageSink messageSink;
  private final @Nullable Fault fault;
  private final CancellationSignal cancellation = new CancellationSignal();
  private final AtomicBoolean abandoned = new AtomicBoolean();
  private boolean idIsNew = true;
  private boolean idIsFree = true;
  private Function<JsonObject, List<?>> rewrite = json -> List.of(json.toMap());

  public Turn(
      ServerCore server,
      Conversation conversation,
      ReceivedMessage received,
      MessageSink messageSink,
      @Nullable Fault fault) {
    this.server = server;
    this.conversation = conversation;
    this.received = received;
    this.messageSink = messageSink;
    this.fault = fault;
  }

  @Override
  public ReceivedMessage received() {
    return received;
  }

  @Override
  public void answer() throws InterruptedException {
    if (received.message() instanceof JsonRpcRequest) {
      messageSink.confirm(); // anything else is acknowledged once it has had its effect
    }
    server.protocol().answer(this);
  }

  @Override
  public void answer(Function<JsonObject, List<?>> insteadOfTheResponse)
      throws InterruptedException {
    rewrite = insteadOfTheResponse;
    answer();
  }

  @Override
  public void send(JsonRpcMessage message) {
    messageSink.send(message.toJson().toMap());
  }

  /** Sends a message before the response, or else over any stream that the client reads. */
  void sendOnceListening(JsonRpcMessage message) throws InterruptedException {
    if (!messageSink.send(message.toJson().toMap())) {
      conversation.announceOnceListening(message, Long.MAX_VALUE);
    }
  }

  @Override
  public void respond(String json) {
    conversation.ended(this);
    Object value = Json.read(json);
    messageSink.respond(200, Map.of(), value == null ? List.of() : List.of(value));
  }

  @Override
  public void refuse(int httpStatus, int code, String message) {
    respond(httpStatus, Map.of(), failure(new JsonRpcError(code, message)));
  }

  @Override
  public void http(int status, Map<String, String> headers, String body) {
    conversation.ended(this);
    messageSink.http(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void raw(String text) {
    messageSink.raw(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public PendingRequest sendRequest(FakeServerRequest question) throws InterruptedException {
    return server.serverRequestLog().sendRequest(question, this);
  }

  @Override
  public void closeStream() {
    messageSink.closeStream();
  }

  @Override
  public void confirm() {
    messageSink.confirm();
  }

  @Override
  public void disconnect() {
    messageSink.disconnect();
  }

  @Override
  public void exit(int code) {
    messageSink.exit(code);
  }

  @Override
  public void forgetSessions() {
    server.forgetSessions();
  }

  @Override
  public boolean isCancelled() {
    return cancellation.isCancelled() || server.isClosed();
  }

  public void run() {
    try {
      if (fault == null) {
        answer();
      } else {
        fault.apply(this);
        messageSink.confirm();
      }
    } catch (InterruptedException closing) {
      messageSink.disconnect();
    } catch (Exception e) {
      refuse(200, JsonRpcError.INTERNAL_ERROR, e.toString());
    }
  }

  void idWas(boolean neverUsed, boolean notUnderWay) {
    idIsNew = neverUsed;
    idIsFree = notUnderWay;
  }

  /** Whether no earlier request of the conversation had this id. */
  boolean idIsNew() {
    return idIsNew;
  }

  /** Whether no request in flight has this id. */
  boolean idIsFree() {
    return idIsFree;
  }

  /** The server that received it. */
  public ServerCore core() {
    return server;
  }

  public boolean isUnusual() {
    return fault != null;
  }

  public JsonRpcResponse failure(JsonRpcError error) {
    return JsonRpcResponse.failure(received.id(), error);
  }

  public void respond(int httpStatus, Map<String, String> headers, JsonRpcResponse response) {
    conversation.ended(this);
    messageSink.respond(httpStatus, headers, rewrite.apply(response.toJson()));
  }

  public void accept() {
    messageSink.accept();
  }

  /** Starts an empty event stream, if the response can be one. */
  public void beginStream() {
    messageSink.beginStream();
  }

  /** The message is valid, and its processing begins. */
  public void begin() {
    messageSink.begin();
  }

  public MessageSink messageSink() {
    return messageSink;
  }

  public EndpointRules rules() {
    return conversation.rules();
  }

  public Conversation conversation() {
    return conversation;
  }

  public CancellationSignal cancellation() {
    return cancellation;
  }

  /** The client canceled the request. */
  public void cancelled() {
    cancellation.cancel(
        () -> {
          conversation.ended(this);
          server.requestJournal().cancelled().add(received);
        });
  }

  /** The client disconnected before the response was complete. */
  void abandoned() {
    if (abandoned.compareAndSet(false, true)) {
      server.requestJournal().disconnected().add(received);
    }
  }
}
