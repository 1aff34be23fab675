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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The server's turn: one received message, and everything that can be done about it. This is what a
 * {@link Misbehaviour} plays with. A turn that does nothing leaves the client waiting.
 */
public final class Turn {

  private final FakeMcpServer server;
  private final Conversation conversation;
  private final ReceivedMessage received;
  private final Outlet outlet;
  private final @Nullable Misbehaviour misbehaviour;
  private final Cancellation cancellation = new Cancellation();
  private boolean idIsNew = true;
  private boolean idIsFree = true;
  private Function<JsonObject, List<?>> rewrite = json -> List.of(json.toMap());

  Turn(
      FakeMcpServer server,
      Conversation conversation,
      ReceivedMessage received,
      Outlet outlet,
      @Nullable Misbehaviour misbehaviour) {
    this.server = server;
    this.conversation = conversation;
    this.received = received;
    this.outlet = outlet;
    this.misbehaviour = misbehaviour;
  }

  /** What was received. */
  public ReceivedMessage received() {
    return received;
  }

  /** The server whose turn it is. */
  public FakeMcpServer server() {
    return server;
  }

  /**
   * Answers as the specification says.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void answer() throws InterruptedException {
    if (received.message() instanceof JsonRpcRequest) {
      outlet.confirm(); // anything else is confirmed once it has had its effect
    }
    server.protocol().answer(this);
  }

  /**
   * Answers as the specification says, except that these JSON values (plain Java values) are sent
   * in the place of the response.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void answer(Function<JsonObject, List<?>> insteadOfTheResponse)
      throws InterruptedException {
    rewrite = insteadOfTheResponse;
    answer();
  }

  /** Sends a message ahead of the response; over HTTP this begins an event stream. */
  public void send(JsonRpcMessage message) {
    outlet.send(message.toJson().toMap());
  }

  /** Sends a message ahead of the response, or else over any stream that the client listens to. */
  void sendWhenHeard(JsonRpcMessage message) throws InterruptedException {
    if (!outlet.send(message.toJson().toMap())) {
      conversation.announceWhenHeard(message, Long.MAX_VALUE);
    }
  }

  /** Ends the answer with this JSON value, given as text. */
  public void respond(String json) {
    conversation.ended(this);
    Object value = Json.read(json);
    outlet.respond(200, Map.of(), value == null ? List.of() : List.of(value));
  }

  /**
   * Ends the answer with a JSON-RPC error.
   *
   * @param httpStatus what it travels under over HTTP
   */
  public void refuse(int httpStatus, int code, String message) {
    respond(httpStatus, Map.of(), failure(new JsonRpcError(code, message)));
  }

  /**
   * Ends the answer with this HTTP response. In process, the client sees the status as an
   * exception.
   *
   * @throws IllegalStateException over stdio
   */
  public void http(int status, Map<String, String> headers, String body) {
    conversation.ended(this);
    outlet.http(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes text as it is: onto stdout, or into the event stream of the HTTP response, which begins
   * if it did not yet.
   */
  public void raw(String text) {
    outlet.raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Asks the client something, ahead of the response, whether the revision has that or not.
   *
   * @throws InterruptedException if the server is being closed
   */
  public OpenQuestion pose(FakeQuestion question) throws InterruptedException {
    return server.questions().pose(question, this);
  }

  /**
   * Ends the event stream in good order, as a server does that does not want to hold a connection
   * for long (2025-11-25, Streamable HTTP). What follows is for a client that takes up the stream
   * again, if it may: {@link HttpDoor#resumable}. Over stdio and in process, does nothing.
   */
  public void closeStream() {
    outlet.closeStream();
  }

  /**
   * Says that the message has come (202) and leaves the answer for later, over HTTP+SSE. Elsewhere
   * the answer itself says so, and this does nothing.
   */
  public void confirm() {
    outlet.confirm();
  }

  /**
   * Drops the connection as it stands: the socket; over stdio the server's output; in process the
   * channel.
   */
  public void disconnect() {
    outlet.disconnect();
  }

  /** Ends the server's process with this code; over HTTP and in process, drops the connection. */
  public void exit(int code) {
    outlet.exit(code);
  }

  /** Whether the client has cancelled this request, in the way of its revision and transport. */
  public boolean isCancelled() {
    return cancellation.isCancelled();
  }

  void run() {
    try {
      if (misbehaviour == null) {
        answer();
      } else {
        misbehaviour.misbehave(this);
        outlet.confirm();
      }
    } catch (InterruptedException closing) {
      outlet.disconnect();
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

  /** Whether no request that is still under way has this id. */
  boolean idIsFree() {
    return idIsFree;
  }

  boolean isUnusual() {
    return misbehaviour != null;
  }

  JsonRpcResponse failure(JsonRpcError error) {
    return JsonRpcResponse.failure(received.id(), error);
  }

  void respond(int httpStatus, Map<String, String> headers, JsonRpcResponse response) {
    conversation.ended(this);
    outlet.respond(httpStatus, headers, rewrite.apply(response.toJson()));
  }

  void accept() {
    outlet.accept();
  }

  /** Begins the event stream, where there is one, with nothing in it. */
  void beginStream() {
    outlet.beginStream();
  }

  /** The server understands what it is asked, and begins to work on it. */
  void begin() {
    outlet.begin();
  }

  Outlet outlet() {
    return outlet;
  }

  DoorRules rules() {
    return conversation.rules();
  }

  Conversation conversation() {
    return conversation;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** The client does not want the answer any longer. */
  void cancelled() {
    cancellation.cancel(
        () -> {
          conversation.ended(this);
          server.journal().cancelled().add(received);
        });
  }

  /** The client hung up before the answer was complete. */
  void abandoned() {
    server.journal().disconnected().add(received);
  }
}
