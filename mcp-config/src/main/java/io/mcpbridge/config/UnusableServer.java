package io.mcpbridge.config;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;

/** Placeholder transport of an unusable server, so that the server is listed with the reason. */
final class UnusableServer implements Transport {

  private final String address;
  private final String reason;

  UnusableServer(ConfiguredServer server) {
    this.address = server.file() + ":" + server.line();
    this.reason = server.unusableReason();
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    throw new McpConnectException("not usable: " + reason);
  }

  @Override
  public String address() {
    return address;
  }
}
