package io.mcpbridge.test.exchange;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import org.jspecify.annotations.Nullable;

/**
 * A request that a {@link io.mcpbridge.test.FakeHandler} is answering: {@code tools/call}, or
 * another one that can be scripted.
 */
public interface FakeCall {

  /** The arguments as received, empty if there are none. */
  JsonObject arguments();

  /** A string argument; {@code ""} if it is absent or of another type. */
  String string(String argument);

  /** A number argument; 0 if it is absent or of another type. */
  double number(String argument);

  /** The whole message, with its {@code _meta} and HTTP headers. */
  ReceivedMessage received();

  /**
   * Sends a progress notification, if the client provided a progress token.
   *
   * @param total {@code null} if unknown
   * @param message {@code null} for none
   */
  void progress(double progress, @Nullable Double total, @Nullable String message);

  /**
   * Sends a log message, if the client wants this level.
   *
   * @param level {@code debug}, {@code info}, {@code notice}, {@code warning}, {@code error} ...
   */
  void log(String level, String text);

  /** Sends any notification before the result. */
  void notify(String method, JsonObject params);

  /**
   * Sends a request to the client and waits for its response, as in the revisions up to 2025-11-25.
   * Over Streamable HTTP the request goes into the stream that answers the call; if that is
   * impossible ({@link ResponseFormat#JSON}), into the client's GET stream, as soon as there is
   * one.
   *
   * @throws IllegalStateException under 2026-07-28: return {@link
   *     io.mcpbridge.test.FakeResult#inputRequired}
   * @throws InterruptedException if the server is being closed
   */
  JsonRpcResponse ask(FakeServerRequest question) throws InterruptedException;

  /** {@link #ask(FakeServerRequest)} with any request. */
  JsonRpcResponse ask(String method, JsonObject params) throws InterruptedException;

  /**
   * Sends a request to the client and returns without waiting for the response.
   *
   * @throws IllegalStateException under 2026-07-28: return {@link
   *     io.mcpbridge.test.FakeResult#inputRequired}
   * @throws InterruptedException if the server is being closed
   */
  PendingServerRequest sendRequest(FakeServerRequest question) throws InterruptedException;

  /**
   * Ends the event stream of this call normally, before its result, for clients that resume the
   * stream. Over stdio and in process, does nothing.
   */
  void closeStream();

  /**
   * The client's responses to {@link io.mcpbridge.test.FakeResult#inputRequired}, empty in the
   * first round.
   */
  JsonObject inputResponses();

  /** The state returned by the client after {@link io.mcpbridge.test.FakeResult#inputRequired}. */
  @Nullable String requestState();

  /** Whether the client has canceled this call, or the server is closed. */
  boolean isCancelled();

  /**
   * Waits until the client cancels this call.
   *
   * @throws InterruptedException if the server is being closed
   */
  void awaitCancelled() throws InterruptedException;
}
