package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;

/**
 * Receives the messages that no exchange is waiting for. Called on the transport's I/O thread:
 * implementations must not block.
 */
public interface ChannelListener {

  /**
   * A server request, a notification, or the late response to an abandoned request: what belongs to
   * no open exchange.
   */
  void onMessage(JsonRpcMessage message);

  /** The channel ended for a reason other than {@link Channel#close()}. Called at most once. */
  void onLost(McpException cause);

  /**
   * Where the transport reports each message as it is on the wire, and what happens to the
   * connection. The default, {@link ServerTrace#off()}, ignores everything.
   */
  default ServerTrace trace() {
    return ServerTrace.off();
  }

  /** A listener that does nothing. */
  static ChannelListener none() {
    return NoListener.INSTANCE;
  }
}
