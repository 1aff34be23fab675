package io.mcpbridge.client.call;

import io.mcpbridge.json.JsonObject;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request or notification that belongs to no call, so that no {@link Interceptor} intercepts it:
 * the handshake ({@code initialize}, {@code server/discover}), subscriptions, notifications of the
 * client, and requests of the server, which the client handles. What is known of the connection
 * fills up until the message is answered. Thread-safe.
 */
public interface WireMessage {

  /** Whether the server sent the message and the client handles it. */
  boolean isFromServer();

  /** The configured name of the server. */
  String server();

  /** The server's address without secrets: a URL or a command line. */
  String address();

  /** The specification's method name, such as {@code initialize}. */
  String method();

  /**
   * The JSON-RPC id; {@code null} for a notification, and for input that the server requires in a
   * result (2026-07-28, multi round-trip requests).
   */
  @Nullable String requestId();

  /** The parameters; may contain secrets. Empty if the message has none. */
  JsonObject params();

  /** The protocol revision: the one in use, or the one that the message offers. */
  @Nullable String protocolVersion();

  /** The session's id, a secret; {@code null} without a session, and until it is opened. */
  @Nullable String sessionId();

  /** The version of HTTP, such as {@code 1.1}; {@code null} on other transports. */
  @Nullable String networkProtocolVersion();

  /** What observes one message. */
  interface Observed {

    /** Observes nothing. */
    Observed NONE = failure -> {};

    /** Added to the {@code _meta} of a message of the client before it is sent. */
    default Map<String, Object> meta() {
      return Map.of();
    }

    /** Runs the handling of a server's request, on the thread that handles it. */
    default <T extends @Nullable Object> T handling(Supplier<T> work) {
      return work.get();
    }

    /**
     * The message was answered, acknowledged, sent (a notification), or it failed. Called once, on
     * any thread; must not block.
     *
     * @param failure why it failed; {@code null} if it did not. An error response is a {@link
     *     io.mcpbridge.error.McpErrorResponseException}
     */
    void ended(@Nullable Throwable failure);
  }
}
