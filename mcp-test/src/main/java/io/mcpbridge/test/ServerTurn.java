package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One received message and the server's possible reactions to it, for a {@link Fault}. A turn
 * without a reaction leaves the client waiting.
 */
public final class ServerTurn {

  private final FakeMcpServer server;
  private final Conversation conversation;
  private final ReceivedMessage received;
  private final MessageSink messageSink;
  private final @Nullable Fault fault;
  private final CancellationSignal cancellation = new CancellationSignal();
  private final AtomicBoolean abandoned = new AtomicBoolean();
  private boolean idIsNew = true;
  private boolean idIsFree = true;
  private Function<JsonObject, List<?>> rewrite = json -> List.of(json.toMap());

  ServerTurn(
      FakeMcpServer server,
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

  /** The received message. */
  public ReceivedMessage received() {
    return received;
  }

  /** The server that received it. */
  public FakeMcpServer server() {
    return server;
  }

  /**
   * Responds as the specification requires.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void answer() throws InterruptedException {
    if (received.message() instanceof JsonRpcRequest) {
      messageSink.confirm(); // anything else is acknowledged once it has had its effect
    }
    server.protocol().answer(this);
  }

  /**
   * Responds as the specification requires, but with these JSON values (plain Java values) in place
   * of the response.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void answer(Function<JsonObject, List<?>> insteadOfTheResponse)
      throws InterruptedException {
    rewrite = insteadOfTheResponse;
    answer();
  }

  /** Sends a message before the response; over HTTP this starts an event stream. */
  public void send(JsonRpcMessage message) {
    messageSink.send(message.toJson().toMap());
  }

  /** Sends a message before the response, or else over any stream that the client reads. */
  void sendOnceListening(JsonRpcMessage message) throws InterruptedException {
    if (!messageSink.send(message.toJson().toMap())) {
      conversation.announceOnceListening(message, Long.MAX_VALUE);
    }
  }

  /** Responds with this JSON value, given as text. */
  public void respond(String json) {
    conversation.ended(this);
    Object value = Json.read(json);
    messageSink.respond(200, Map.of(), value == null ? List.of() : List.of(value));
  }

  /**
   * Responds with a JSON-RPC error.
   *
   * @param httpStatus its status over HTTP
   */
  public void refuse(int httpStatus, int code, String message) {
    respond(httpStatus, Map.of(), failure(new JsonRpcError(code, message)));
  }

  /**
   * Sends this HTTP response. In process, the client gets the status as an exception.
   *
   * @throws IllegalStateException over stdio
   */
  public void http(int status, Map<String, String> headers, String body) {
    conversation.ended(this);
    messageSink.http(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes text unchanged: to stdout, or into the event stream of the HTTP response, starting it if
   * necessary.
   */
  public void raw(String text) {
    messageSink.raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sends a request to the client before the response, even if the revision does not allow that.
   *
   * @throws InterruptedException if the server is being closed
   */
  public PendingServerRequest sendRequest(FakeServerRequest question) throws InterruptedException {
    return server.serverRequestLog().sendRequest(question, this);
  }

  /**
   * Ends the event stream normally, as servers do to avoid long-lived connections (2025-11-25,
   * Streamable HTTP). What follows is for a client that resumes the stream, if it may: {@link
   * HttpEndpoint#resumable}. Over stdio and in process, does nothing.
   */
  public void closeStream() {
    messageSink.closeStream();
  }

  /**
   * Over HTTP+SSE, acknowledges the message (202) before the response. Elsewhere the response
   * itself is the acknowledgment, and this does nothing.
   */
  public void confirm() {
    messageSink.confirm();
  }

  /**
   * Drops the connection at once: the socket; over stdio the server's output; in process the
   * channel.
   */
  public void disconnect() {
    messageSink.disconnect();
  }

  /** Ends the server's process with this code; over HTTP and in process, drops the connection. */
  public void exit(int code) {
    messageSink.exit(code);
  }

  /** Whether the client has canceled this request, as its revision and transport define it. */
  public boolean isCancelled() {
    return cancellation.isCancelled();
  }

  void run() {
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

  boolean isUnusual() {
    return fault != null;
  }

  JsonRpcResponse failure(JsonRpcError error) {
    return JsonRpcResponse.failure(received.id(), error);
  }

  void respond(int httpStatus, Map<String, String> headers, JsonRpcResponse response) {
    conversation.ended(this);
    messageSink.respond(httpStatus, headers, rewrite.apply(response.toJson()));
  }

  void accept() {
    messageSink.accept();
  }

  /** Starts an empty event stream, if the response can be one. */
  void beginStream() {
    messageSink.beginStream();
  }

  /** The message is valid, and its processing begins. */
  void begin() {
    messageSink.begin();
  }

  MessageSink messageSink() {
    return messageSink;
  }

  EndpointRules rules() {
    return conversation.rules();
  }

  Conversation conversation() {
    return conversation;
  }

  CancellationSignal cancellation() {
    return cancellation;
  }

  /** The client canceled the request. */
  void cancelled() {
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
