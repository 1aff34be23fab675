package io.mcpbridge.test.exchange;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message from a client to a {@link io.mcpbridge.test.FakeMcpServer}: a JSON-RPC message, or an
 * HTTP request without one.
 *
 * @param message the message; {@code null} for HTTP GET and DELETE, and for text that is no message
 * @param text the body or line as received
 * @param httpMethod {@code POST}, {@code GET}, {@code DELETE}; {@code null} for other transports
 * @param httpTarget path and query of the HTTP request, as received; {@code null} for other
 *     transports
 * @param headers the HTTP headers, or those that an in-process client would have sent; names ignore
 *     case, repeated headers are joined by {@code ", "}
 * @param connection the number of the connection, from 1: sockets, processes, in-process channels
 * @param at the time of arrival
 */
public record ReceivedMessage(
    @Nullable JsonRpcMessage message,
    String text,
    @Nullable String httpMethod,
    @Nullable String httpTarget,
    Map<String, String> headers,
    int connection,
    Instant at) {

  /** Copies the headers. */
  public ReceivedMessage {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = Collections.unmodifiableMap(copy);
  }

  /** The JSON-RPC method; the HTTP method if there is no message; {@code ""} for a response. */
  public String method() {
    if (message instanceof JsonRpcRequest request) {
      return request.method();
    }
    if (message instanceof JsonRpcNotification notification) {
      return notification.method();
    }
    return message == null && httpMethod != null ? httpMethod : "";
  }

  /** The parameters of a request or notification, empty if it has none. */
  public JsonObject params() {
    JsonObject params = null;
    if (message instanceof JsonRpcRequest request) {
      params = request.params();
    } else if (message instanceof JsonRpcNotification notification) {
      params = notification.params();
    }
    return params == null ? JsonObject.empty() : params;
  }

  /** The {@code _meta} of the parameters, empty if there is none. */
  public JsonObject meta() {
    JsonObject meta = params().object("_meta");
    return meta == null ? JsonObject.empty() : meta;
  }

  /** The arguments of a {@code tools/call} or {@code prompts/get}, empty if there are none. */
  public JsonObject arguments() {
    JsonObject arguments = params().object("arguments");
    return arguments == null ? JsonObject.empty() : arguments;
  }

  /** The id of a request; {@code null} for anything else. */
  public @Nullable RequestId id() {
    return message instanceof JsonRpcRequest request ? request.id() : null;
  }

  /** An HTTP header, whatever the case of its name; {@code null} if it was not sent. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }
}
