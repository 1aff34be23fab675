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
 * @param progressToken the progress token offered to the server, if any
 * @param part the role of the message in the session, for transports with sessions
 */
public record Outbound(
    JsonRpcMessage message,
    Map<String, String> headers,
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
  }

  /** A message of the current session, if any. */
  public Outbound(
      JsonRpcMessage message, Map<String, String> headers, @Nullable Object progressToken) {
    this(message, headers, progressToken, Part.MEMBER);
  }

  /** The same message in that role. */
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
