package com.example.transport;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A server behind a socket. Each message is a frame: a four-byte length, then JSON. */
public final class FrameTransport implements Transport {

  private final InetSocketAddress server;

  /** Does no I/O. */
  public FrameTransport(InetSocketAddress server) {
    this.server = server;
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(server, millisUntil(deadline));
      FrameChannel channel = new FrameChannel(address(), socket, listener);
      channel.start();
      return channel;
    } catch (IOException e) {
      closeQuietly(socket);
      throw new McpConnectException(address() + ": no connection: " + e.getMessage(), e);
    }
  }

  @Override
  public String address() {
    return "frames://" + server.getHostString() + ":" + server.getPort();
  }

  /** Never zero, which sockets take as an infinite timeout. */
  private static int millisUntil(Deadline deadline) {
    long millis = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos());
    return (int) Math.max(1, Math.min(millis, Integer.MAX_VALUE));
  }

  static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // the socket is discarded either way
    }
  }
}
