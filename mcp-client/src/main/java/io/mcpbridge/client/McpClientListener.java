package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;

/**
 * Told what a server does by itself. Called on a worker thread of the client, one call at a time is
 * not guaranteed; what a listener throws is logged.
 */
public interface McpClientListener {

  /**
   * The server of a session says that its tools have changed ({@code
   * notifications/tools/list_changed}), or a server had to be greeted anew, so that they may have.
   * Servers without sessions say so only in a {@link McpClient#subscribe subscription}, to its
   * listener.
   */
  default void toolsChanged() {}

  /**
   * The server wrote to its client's log, which is also in the logger {@code
   * io.mcpbridge.client.ServerLog} at debug. Called on the thread that waits for an answer if it
   * came with one.
   */
  default void logMessage(LogMessage message) {}

  /** Any other notification that belongs to no call. */
  default void notification(JsonRpcNotification notification) {}

  /** The connection ended by itself; the next call opens a new one. */
  default void connectionLost(McpException cause) {}

  /** A listener that does nothing. */
  static McpClientListener none() {
    return new McpClientListener() {};
  }
}
