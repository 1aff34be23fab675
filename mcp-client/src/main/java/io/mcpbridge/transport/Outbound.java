package io.mcpbridge.transport;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An outgoing message with its routing headers (2025-06-18 and later, Streamable HTTP). Transports
 * without headers ignore them.
 *
 * @param message what to send
 * @param headers header names and encoded values
 * @param callHeaders headers of the application for this call; each replaces the transport's own of
 *     the same name
 * @param progressToken the progress token offered to the server, if any
 * @param part the role of the message in the session, for transports with sessions
 */
public record Outbound(
    JsonRpcMessage message,
    Map<String, String> headers,
    Map<String, String> callHeaders,
    @Nullable Object progressToken,
    Part part) {

  /** The role of a message in a session. */
  public enum Part {

    /** Its response may open a session; the message itself belongs to none. */
    OPENS,

    /** Its acceptance opens the session: the server may send messages on its own. */
    OPENED,

    /** Belongs to the session, if there is one. */
    MEMBER
  }

  /** Copies the headers. */
  public Outbound {
    headers = Map.copyOf(headers);
    callHeaders = Map.copyOf(callHeaders);
  }

  /** A message of the current session, if any. */
  public Outbound(
      JsonRpcMessage message, Map<String, String> headers, @Nullable Object progressToken) {
    this(message, headers, Map.of(), progressToken, Part.MEMBER);
  }

  /** The same message in that role. */
  public Outbound as(Part part) {
    return new Outbound(message, headers, callHeaders, progressToken, part);
  }

  /** The same message with these headers of the call. */
  public Outbound withCallHeaders(Map<String, String> callHeaders) {
    return callHeaders.isEmpty()
        ? this
        : new Outbound(message, headers, callHeaders, progressToken, part);
  }

  /** The same message with this progress token. */
  public Outbound withProgressToken(@Nullable Object token) {
    return new Outbound(message, headers, callHeaders, token, part);
  }

  /** A message without headers. */
  public static Outbound of(JsonRpcMessage message) {
    return new Outbound(message, Map.of(), null);
  }

  /** A message with headers. */
  public static Outbound of(JsonRpcMessage message, Map<String, String> headers) {
    return new Outbound(message, headers, null);
  }

  /** Without the content of the message and the values of headers, which may be secrets. */
  @Override
  public String toString() {
    return "Outbound["
        + subject()
        + ", headers="
        + headers.keySet()
        + ", callHeaders="
        + callHeaders.keySet()
        + "]";
  }

  /** The method, or {@code a response}, for messages and logs. */
  public String subject() {
    if (message instanceof JsonRpcRequest request) {
      return request.method();
    }
    return message instanceof JsonRpcNotification notification
        ? notification.method()
        : "a response";
  }
}
