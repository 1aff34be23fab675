package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;

/** Ignores everything. */
enum NoListener implements ChannelListener {
  INSTANCE;

  @Override
  public void onMessage(JsonRpcMessage message) {}

  @Override
  public void onLost(McpException cause) {}
}
