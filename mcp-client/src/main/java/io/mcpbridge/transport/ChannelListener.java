package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;

/**
 * Hears what no exchange is waiting for. Called on the transport's I/O thread: implementations hand
 * over and return at once.
 */
public interface ChannelListener {

  /** A server request or a notification that belongs to no open exchange. */
  void onMessage(JsonRpcMessage message);

  /** The channel ended by itself, not by {@link Channel#close()}. Called at most once. */
  void onLost(McpException cause);

  /** A listener that does nothing. */
  static ChannelListener none() {
    return NoListener.INSTANCE;
  }
}
