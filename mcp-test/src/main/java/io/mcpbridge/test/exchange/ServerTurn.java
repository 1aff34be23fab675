package io.mcpbridge.test.exchange;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One received message and the server's possible reactions to it, for a {@link Fault}. A turn
 * without a reaction leaves the client waiting.
 */
public interface ServerTurn {

  /** The received message. */
  ReceivedMessage received();

  /**
   * Responds as the specification requires.
   *
   * @throws InterruptedException if the server is being closed
   */
  void answer() throws InterruptedException;

  /**
   * Responds as the specification requires, but with these JSON values (plain Java values) in place
   * of the response.
   *
   * @throws InterruptedException if the server is being closed
   */
  void answer(Function<JsonObject, List<?>> insteadOfTheResponse) throws InterruptedException;

  /** Sends a message before the response; over HTTP this starts an event stream. */
  void send(JsonRpcMessage message);

  /** Responds with this JSON value, given as text. */
  void respond(String json);

  /**
   * Responds with a JSON-RPC error.
   *
   * @param httpStatus its status over HTTP
   */
  void refuse(int httpStatus, int code, String message);

  /**
   * Sends this HTTP response. In process, the client gets the status as an exception.
   *
   * @throws IllegalStateException over stdio
   */
  void http(int status, Map<String, String> headers, String body);

  /**
   * Writes text unchanged: to stdout, or into the event stream of the HTTP response, starting it if
   * necessary.
   */
  void raw(String text);

  /**
   * Sends a request to the client before the response, even if the revision does not allow that.
   *
   * @throws InterruptedException if the server is being closed
   */
  PendingServerRequest sendRequest(FakeServerRequest question) throws InterruptedException;

  /**
   * Ends the event stream normally, as servers do to avoid long-lived connections (2025-11-25,
   * Streamable HTTP). What follows is for a client that resumes the stream, if it may. Over stdio
   * and in process, does nothing.
   */
  void closeStream();

  /**
   * Over HTTP+SSE, acknowledges the message (202) before the response. Elsewhere the response
   * itself is the acknowledgment, and this does nothing.
   */
  void confirm();

  /**
   * Drops the connection at once: the socket; over stdio the server's output; in process the
   * channel.
   */
  void disconnect();

  /** Ends the server's process with this code; over HTTP and in process, drops the connection. */
  void exit(int code);

  /** Ends every HTTP session: its streams end, and further requests in it get a 404. */
  void forgetSessions();

  /**
   * Whether the client has canceled this request, as its revision and transport define it, or the
   * server is closed.
   */
  boolean isCancelled();
}
