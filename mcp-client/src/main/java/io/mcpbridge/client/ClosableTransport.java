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
 * Remembers the channel of a greeting under way, so that closing a client ends it instead of
 * waiting for it.
 */
final class ClosableTransport implements Transport {

  private final Transport transport;
  private volatile @Nullable Channel greeting;
  private volatile boolean closed;

  ClosableTransport(Transport transport) {
    this.transport = transport;
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return open(transport, mode, listener, deadline);
  }

  private Channel open(
      Transport through, ChannelMode mode, ChannelListener listener, Deadline deadline) {
    refuseIfClosed();
    Channel channel = through.open(mode, listener, deadline);
    greeting = channel;
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

  /** The channel of a greeting under way; {@code null} if there is none. */
  @Nullable Channel greeting() {
    return greeting;
  }

  /** The greeting is over; whoever has the channel now closes it. */
  void greeted() {
    greeting = null;
  }

  void close() {
    closed = true;
    Channel channel = greeting;
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

  @Override
  public boolean carries(ChannelMode mode) {
    return transport.carries(mode);
  }

  @Override
  public Optional<Transport> predecessor() {
    return transport.predecessor().map(Before::new);
  }

  /** What is opened there is the greeting under way as well. */
  private final class Before implements Transport {

    private final Transport before;

    Before(Transport before) {
      this.before = before;
    }

    @Override
    public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
      return ClosableTransport.this.open(before, mode, listener, deadline);
    }

    @Override
    public String address() {
      return before.address();
    }

    @Override
    public boolean carries(ChannelMode mode) {
      return before.carries(mode);
    }
  }
}
