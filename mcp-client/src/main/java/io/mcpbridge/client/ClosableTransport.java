package io.mcpbridge.client;

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
 * The transport of one client: each channel has a listener of its own, and that of a greeting under
 * way is remembered, so that closing the client ends it instead of waiting for it.
 */
final class ClosableTransport implements Transport {

  private final Transport transport;
  private final Supplier<Incoming> listeners;
  private final List<WeakReference<Channel>> opened = new CopyOnWriteArrayList<>();
  private volatile @Nullable Incoming greeting;
  private volatile boolean closed;

  /**
   * @param listeners makes the listener of a channel
   */
  ClosableTransport(Transport transport, Supplier<Incoming> listeners) {
    this.transport = transport;
    this.listeners = listeners;
  }

  /**
   * @param nobodys {@link ChannelListener#none()}: a negotiation has nothing to hear. What comes on
   *     the channel is for the client, be it while the server is greeted or afterwards
   */
  @Override
  public Channel open(ChannelMode mode, ChannelListener nobodys, Deadline deadline) {
    return open(transport, mode, deadline);
  }

  private Channel open(Transport through, ChannelMode mode, Deadline deadline) {
    refuseIfClosed();
    greetingOver(); // on the channel opened before, if any
    Incoming incoming = listeners.get();
    greeting = incoming;
    Channel channel = through.open(mode, incoming, deadline);
    opened.removeIf(before -> before.get() == null);
    opened.add(new WeakReference<>(channel));
    incoming.opened(channel);
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
   * The server was greeted, on the channel opened last; whoever has the connection closes it.
   *
   * @param become makes the connection, given who hears what comes on that channel
   */
  Connection greeted(Function<Incoming, Connection> become) {
    Incoming incoming = Objects.requireNonNull(greeting, "a greeting begins with opening");
    Connection connection = become.apply(incoming);
    incoming.greeted(connection);
    return connection;
  }

  /** The greeting is over, whatever came of it. */
  void greetingOver() {
    Incoming incoming = greeting;
    greeting = null;
    if (incoming != null) {
      incoming.closeUnlessGreeted();
    }
  }

  void close() {
    closed = true;
    Incoming incoming = greeting;
    Channel channel = incoming == null ? null : incoming.channel();
    if (channel != null) {
      channel.close();
    }
  }

  /**
   * Waits, in bounded time, for the end of the channels that were given up before; to be called
   * once no further one is opened. Those that have ended long since may be forgotten.
   */
  void awaitEnd() {
    for (WeakReference<Channel> one : opened) {
      Channel channel = one.get();
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
    public Channel open(ChannelMode mode, ChannelListener nobodys, Deadline deadline) {
      return ClosableTransport.this.open(before, mode, deadline);
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
