package io.mcpbridge.transport;

import org.jspecify.annotations.Nullable;

/** An open connection to one server. Thread-safe; any number of exchanges may be in flight. */
public interface Channel extends AutoCloseable {

  /**
   * Sends a request and returns the exchange that receives its response. The caller closes the
   * exchange. Blocks only while sending.
   *
   * @throws io.mcpbridge.error.McpConnectException if nothing was sent
   * @throws io.mcpbridge.error.McpConnectionLostException if the connection broke while sending
   * @throws io.mcpbridge.error.McpTimeoutException if the deadline passed
   */
  Exchange exchange(Outbound request, Deadline deadline);

  /**
   * Sends a notification, or the response to a server's request.
   *
   * @throws io.mcpbridge.error.McpException as for {@link #exchange}
   */
  void send(Outbound message, Deadline deadline);

  /**
   * Switches the channel to this mode. Exchanges in flight continue in the previous one. The
   * default, for transports with a single mode, does nothing.
   */
  default void speak(ChannelMode mode) {}

  /**
   * The principal for which the server would take a request of this thread: equal for the same
   * principal, and never a secret. The default is {@code null} (unknown), which disables caching of
   * user-specific results.
   */
  default @Nullable Object principal() {
    return null;
  }

  /**
   * Waits for a short time until the channel can receive messages that the server sends on its own;
   * the server may not support that. The default returns at once.
   */
  default void awaitStream(Deadline deadline) {}

  /**
   * Accepts no further exchange and closes in the background once the exchanges in flight are
   * complete. The default closes at once.
   */
  default void retire() {
    close();
  }

  /** Whether {@link Outbound#headers()} reach the server, as over HTTP. The default is false. */
  default boolean carriesHeaders() {
    return false;
  }

  /**
   * The listener for messages that belong to no exchange, as given to {@link Transport#open}. Used
   * when an exchange receives messages that its caller does not handle. The default, for channels
   * whose exchanges receive only their own progress and response, ignores them.
   */
  default ChannelListener listener() {
    return ChannelListener.none();
  }

  /**
   * Whether server requests that belong to a call arrive on its exchange, as over Streamable HTTP,
   * so that those for the listener belong to no call. The default is false.
   */
  default boolean hasStreamPerRequest() {
    return false;
  }

  /**
   * Whether another server instance may answer later requests, as over HTTP, where each request is
   * routed separately. The default is false, as for a process.
   */
  default boolean mayReachAnotherServer() {
    return false;
  }

  /**
   * The last lines of the server's standard error: printable, without secrets, of bounded length.
   * The default is empty.
   */
  default String standardError() {
    return "";
  }

  /**
   * The first output of the server where only messages are allowed, such as a banner on standard
   * output: printable, without secrets, of bounded length. The default is {@code null}, for none.
   */
  default @Nullable String nonProtocolOutput() {
    return null;
  }

  /**
   * The id of the session that the server opened, for telemetry. A secret: never logged. The
   * default is {@code null}, for transports without sessions.
   */
  default @Nullable String sessionId() {
    return null;
  }

  /**
   * The version of HTTP, such as {@code 1.1}, for telemetry. The default is {@code null}, for other
   * protocols.
   */
  default @Nullable String networkProtocolVersion() {
    return null;
  }

  /** Whether the channel accepts further exchanges. */
  boolean isOpen();

  /** Closes the channel in bounded time. Open exchanges fail. Idempotent. */
  @Override
  void close();
}
