package io.mcpbridge.client;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the channel it opened last, so that closing a client also ends a greeting under way
 * instead of waiting for it.
 */
final class ClosableTransport implements Transport {

  private final Transport transport;
  private volatile @Nullable Channel latest;
  private volatile boolean closed;

  ClosableTransport(Transport transport) {
    this.transport = transport;
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    refuseIfClosed();
    Channel channel = transport.open(mode, listener, deadline);
    latest = channel;
    if (closed) {
      channel.close();
      refuseIfClosed();
    }
    return channel;
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new McpConnectException("the client is closed");
    }
  }

  void close() {
    closed = true;
    Channel channel = latest;
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public String address() {
    return transport.address();
  }

  @Override
  public Optional<Duration> silenceIsAnAnswerAfter() {
    return transport.silenceIsAnAnswerAfter();
  }
}
