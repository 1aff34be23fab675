package io.mcpbridge.transport;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way out, with the routing headers that a transport which has headers must send
 * along (2025-06-18 and later, Streamable HTTP). Other transports ignore them.
 *
 * @param message what to send
 * @param headers header names and values, ready to be sent
 * @param progressToken the token under which the server may report progress, if one was offered
 * @param part what the message is to the session, for transports that keep one
 */
public record Outbound(
    JsonRpcMessage message,
    Map<String, String> headers,
    @Nullable Object progressToken,
    Part part) {

  /** What a message is to a session. */
  public enum Part {

    /** The answer to it may open a session, of which it is no part itself. */
    OPENS,

    /** Once it was accepted, the session is open: the server may speak by itself. */
    OPENED,

    /** It belongs to the session, if there is one. */
    MEMBER
  }

  /** Copies the headers. */
  public Outbound {
    headers = Map.copyOf(headers);
  }

  /** A part of whatever session there is. */
  public Outbound(
      JsonRpcMessage message, Map<String, String> headers, @Nullable Object progressToken) {
    this(message, headers, progressToken, Part.MEMBER);
  }

  /** The same message as that part. */
  public Outbound as(Part part) {
    return new Outbound(message, headers, progressToken, part);
  }

  /** A message without headers. */
  public static Outbound of(JsonRpcMessage message) {
    return new Outbound(message, Map.of(), null);
  }

  /** A message with headers. */
  public static Outbound of(JsonRpcMessage message, Map<String, String> headers) {
    return new Outbound(message, headers, null);
  }

  /** What is being sent, for messages and logs: the method, or {@code a response}. */
  public String subject() {
    if (message instanceof JsonRpcRequest request) {
      return request.method();
    }
    return message instanceof JsonRpcNotification notification
        ? notification.method()
        : "a response";
  }
}
