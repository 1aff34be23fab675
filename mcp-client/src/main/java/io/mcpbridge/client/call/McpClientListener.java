package io.mcpbridge.client.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;

/**
 * Listens to messages that a server sends outside any call. Called on worker threads of the client,
 * possibly concurrently. Exceptions are logged.
 */
public interface McpClientListener {

  /**
   * The tools have changed ({@code notifications/tools/list_changed} in a session), or may have
   * changed, because the client had to reconnect. Servers without sessions announce changes only to
   * the listener of a {@link io.mcpbridge.client.McpClient#subscribe subscription}.
   */
  default void toolsChanged() {}

  /**
   * The server sent a log message, which also goes to the logger {@code
   * io.mcpbridge.client.ServerLog} at debug level. Called on the thread that waits for a response
   * if it arrived with one.
   */
  default void logMessage(LogMessage message) {}

  /** Any other notification outside a call. */
  default void notification(JsonRpcNotification notification) {}

  /** The connection was lost; the next call opens a new one. */
  default void connectionLost(McpException cause) {}

  /** A listener that does nothing. */
  static McpClientListener none() {
    return new McpClientListener() {};
  }

  /**
   * The server no longer knew the session (404, Streamable HTTP), so the client opened another one
   * and repeated the request. Called on the thread of the request; must not block or throw.
   */
  default void sessionLost() {}
}
