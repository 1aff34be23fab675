package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;

/**
 * Receives the messages that answer a long-lived request. Called on the transport's I/O thread, one
 * call at a time: implementations must not block.
 */
public interface ExchangeListener {

  /** The next message; nothing follows the response. */
  void onMessage(JsonRpcMessage message);

  /** The response can no longer arrive. Nothing follows. */
  void onLost(McpException cause);
}
