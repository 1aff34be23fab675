package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;

/**
 * Told what a server does by itself. Called on a worker thread of the client, one call at a time is
 * not guaranteed; what a listener throws is logged.
 */
public interface McpClientListener {

  /** The server says that its tools have changed ({@code notifications/tools/list_changed}). */
  default void toolsChanged() {}

  /** Any other notification that belongs to no call. */
  default void notification(JsonRpcNotification notification) {}

  /** The connection ended by itself; the next call opens a new one. */
  default void connectionLost(McpException cause) {}

  /** A listener that does nothing. */
  static McpClientListener none() {
    return new McpClientListener() {};
  }
}
