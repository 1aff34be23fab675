package io.mcpbridge.test;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.test.internal.channel.InProcessChannel;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The transport to a {@link FakeMcpServer} in the same process. It behaves like a child process:
 * one conversation per channel, no sessions, no HTTP rules; an HTTP status fault reaches the client
 * as the exception that a real HTTP transport would throw. Each message is serialized and parsed on
 * its way. Created by {@link FakeMcpServer#transport()}.
 */
public final class InProcessTransport implements Transport {

  private final FakeMcpServer server;
  private final @Nullable Duration silence;

  InProcessTransport(FakeMcpServer server) {
    this(server, null);
  }

  private InProcessTransport(FakeMcpServer server, @Nullable Duration silence) {
    this.server = server;
    this.silence = silence;
  }

  /** This transport with a probe timeout, as over stdio. */
  public InProcessTransport withProbeTimeout(Duration limit) {
    return new InProcessTransport(server, limit);
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    if (server.core().isClosed()) {
      throw new McpConnectException(address() + " is closed");
    }
    return new InProcessChannel(server.core(), address(), listener);
  }

  @Override
  public String address() {
    return "in-process:" + server.core().profile().name();
  }

  @Override
  public Optional<Duration> probeTimeout() {
    return Optional.ofNullable(silence);
  }

  @Override
  public String toString() {
    return address();
  }
}
