package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;

/**
 * Hears what answers a request that stays open for long. Called on the transport's I/O thread, one
 * call at a time: implementations hand over and return at once.
 */
public interface ExchangeListener {

  /** The next message; nothing follows the response. */
  void onMessage(JsonRpcMessage message);

  /** The response can no longer come. Nothing follows. */
  void onLost(McpException cause);
}
