package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that a {@link FakeHandler} is answering: {@code tools/call}, or another one that can be
 * scripted.
 */
public final class FakeCall {

  private final ServerTurn serverTurn;
  private final ProtocolEra protocolEra;

  FakeCall(ServerTurn serverTurn, ProtocolEra protocolEra) {
    this.serverTurn = serverTurn;
    this.protocolEra = protocolEra;
  }

  /** The arguments as received, empty if there are none. */
  public JsonObject arguments() {
    return serverTurn.received().arguments();
  }

  /** A string argument; {@code ""} if it is absent or of another type. */
  public String string(String argument) {
    return arguments().string(argument, "");
  }

  /** A number argument; 0 if it is absent or of another type. */
  public double number(String argument) {
    Number number = arguments().number(argument);
    return number == null ? 0 : number.doubleValue();
  }

  /** The whole message, with its {@code _meta} and HTTP headers. */
  public ReceivedMessage received() {
    return serverTurn.received();
  }

  /** The server that was called. */
  public FakeMcpServer server() {
    return serverTurn.server();
  }

  /**
   * Sends a progress notification, if the client provided a progress token.
   *
   * @param total {@code null} if unknown
   * @param message {@code null} for none
   */
  public void progress(double progress, @Nullable Double total, @Nullable String message) {
    Object token = serverTurn.received().meta().get("progressToken");
    if (token == null) {
      return;
    }
    JsonObject params = JsonObject.empty().with("progressToken", token).with("progress", progress);
    params = total == null ? params : params.with("total", total);
    params = message == null ? params : params.with("message", message);
    serverTurn.send(new JsonRpcNotification("notifications/progress", params));
  }

  /**
   * Sends a log message, if the client wants this level.
   *
   * @param level {@code debug}, {@code info}, {@code notice}, {@code warning}, {@code error} ...
   */
  public void log(String level, String text) {
    if (protocolEra.wantsLog(serverTurn, level)) {
      JsonObject params =
          JsonObject.of(Map.of("level", level, "logger", server().profile().name(), "data", text));
      serverTurn.send(new JsonRpcNotification("notifications/message", params));
    }
  }

  /** Sends any notification before the result. */
  public void notify(String method, JsonObject params) {
    serverTurn.send(new JsonRpcNotification(method, params));
  }

  /**
   * Sends a request to the client and waits for its response, as in the revisions up to 2025-11-25.
   * Over Streamable HTTP the request goes into the stream that answers the call; if that is
   * impossible ({@link ResponseFormat#JSON}), into the client's GET stream, as soon as there is
   * one.
   *
   * @throws IllegalStateException under 2026-07-28: return {@link FakeResult#inputRequired}
   * @throws InterruptedException if the server is being closed
   */
  public JsonRpcResponse ask(FakeServerRequest question) throws InterruptedException {
    return sendRequest(question).await();
  }

  /** {@link #ask(FakeServerRequest)} with any request. */
  public JsonRpcResponse ask(String method, JsonObject params) throws InterruptedException {
    return ask(FakeServerRequest.of(method, params.toJson()));
  }

  /**
   * Sends a request to the client and returns without waiting for the response.
   *
   * @throws IllegalStateException under 2026-07-28: return {@link FakeResult#inputRequired}
   * @throws InterruptedException if the server is being closed
   */
  public PendingServerRequest sendRequest(FakeServerRequest question) throws InterruptedException {
    return protocolEra.sendRequest(question, serverTurn);
  }

  /**
   * Ends the event stream of this call normally, before its result, for clients that resume the
   * stream: {@link HttpEndpoint#resumable}. Over stdio and in process, does nothing.
   */
  public void closeStream() {
    serverTurn.closeStream();
  }

  /** The client's responses to {@link FakeResult#inputRequired}, empty in the first round. */
  public JsonObject inputResponses() {
    JsonObject responses = serverTurn.received().params().object("inputResponses");
    return responses == null ? JsonObject.empty() : responses;
  }

  /** The state returned by the client after {@link FakeResult#inputRequired}. */
  public @Nullable String requestState() {
    return serverTurn.received().params().string("requestState");
  }

  /** Creates a task for this call, if the client supports tasks. */
  @Nullable JsonObject begin(FakeTask task) throws JsonRpcRefusal, InterruptedException {
    return protocolEra.begin(task, this, serverTurn);
  }

  /** Whether the client has canceled this call. */
  public boolean isCancelled() {
    return serverTurn.isCancelled();
  }

  /**
   * Waits until the client cancels this call.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void awaitCancelled() throws InterruptedException {
    serverTurn.cancellation().await();
  }
}
