package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one client. Gives each channel its own listener, and keeps track of a handshake
 * in progress, so that closing the client aborts it instead of waiting.
 */
public final class ClosableTransport implements Transport {

  private final Transport transport;
  private final MessageObservers observers;
  private final Supplier<InboundHandler> listeners;
  private final List<WeakReference<Channel>> opened = new CopyOnWriteArrayList<>();
  private volatile @Nullable InboundHandler handshake;
  private volatile boolean closed;

  /**
   * @param observers observe the messages that belong to no call
   * @param listeners creates the listener of a channel
   */
  public ClosableTransport(
      Transport transport, MessageObservers observers, Supplier<InboundHandler> listeners) {
    this.observers = observers;
    this.transport = transport;
    this.listeners = listeners;
  }

  /**
   * @param ignored {@link ChannelListener#none()}, since the negotiation expects no messages; the
   *     client's own listener gets what arrives on the channel during and after the handshake
   */
  @Override
  public Channel open(ChannelMode mode, ChannelListener ignored, Deadline deadline) {
    return open(transport, mode, deadline);
  }

  private Channel open(Transport delegate, ChannelMode mode, Deadline deadline) {
    refuseIfClosed();
    handshakeEnded(); // on the channel opened before, if any
    InboundHandler inboundHandler = listeners.get();
    handshake = inboundHandler;
    Channel inner = delegate.open(mode, inboundHandler, deadline);
    opened.removeIf(reference -> reference.get() == null);
    opened.add(new WeakReference<>(inner));
    Channel channel = new ObservedChannel(inner, observers);
    inboundHandler.opened(channel);
    if (closed) {
      channel.retire();
      refuseIfClosed();
    }
    return channel;
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new McpConnectException("the client is closed");
    }
  }

  /**
   * Completes the handshake on the channel opened last. The connection now owns the channel.
   *
   * @param toConnection creates the connection, given the listener of that channel
   */
  public Connection handshakeCompleted(Function<InboundHandler, Connection> toConnection) {
    InboundHandler inboundHandler =
        Objects.requireNonNull(handshake, "a greeting begins with opening");
    Connection connection = toConnection.apply(inboundHandler);
    inboundHandler.connected(connection);
    return connection;
  }

  /** The handshake has ended, successfully or not. */
  public void handshakeEnded() {
    InboundHandler inboundHandler = handshake;
    handshake = null;
    if (inboundHandler != null) {
      inboundHandler.closeUnlessConnected();
    }
  }

  public void close() {
    closed = true;
    InboundHandler inboundHandler = handshake;
    Channel channel = inboundHandler == null ? null : inboundHandler.channel();
    if (channel != null) {
      channel.close();
    }
  }

  /**
   * Waits, in bounded time, for abandoned channels to end. Call it only once no further channel is
   * opened. Channels that ended long ago may have been collected.
   */
  public void awaitEnd() {
    for (WeakReference<Channel> reference : opened) {
      Channel channel = reference.get();
      if (channel != null) {
        channel.close();
      }
    }
  }

  @Override
  public String address() {
    return transport.address();
  }

  @Override
  public Optional<Duration> probeTimeout() {
    return transport.probeTimeout();
  }

  @Override
  public boolean carries(ChannelMode mode) {
    return transport.carries(mode);
  }

  @Override
  public Optional<Transport> legacyTransport() {
    return transport.legacyTransport().map(LegacyTransport::new);
  }

  /** A channel opened here is part of the handshake in progress as well. */
  private final class LegacyTransport implements Transport {

    private final Transport delegate;

    LegacyTransport(Transport delegate) {
      this.delegate = delegate;
    }

    @Override
    public Channel open(ChannelMode mode, ChannelListener ignored, Deadline deadline) {
      return ClosableTransport.this.open(delegate, mode, deadline);
    }

    @Override
    public String address() {
      return delegate.address();
    }

    @Override
    public boolean carries(ChannelMode mode) {
      return delegate.carries(mode);
    }
  }
}
