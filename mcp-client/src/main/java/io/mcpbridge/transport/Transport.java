package io.mcpbridge.transport;

import java.time.Duration;
import java.util.Optional;

/**
 * The address of a server and the way to connect to it. Building one does no I/O. Implementations
 * are thread-safe and may be opened any number of times.
 */
public interface Transport {

  /**
   * Connects to the server: starts the process, or prepares the connection pool.
   *
   * @param mode the mode of the requests that will follow
   * @param listener receives messages that belong to no exchange, and the end of the channel
   * @param deadline the deadline for connecting
   * @throws io.mcpbridge.error.McpConnectException if the server cannot be reached
   */
  Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline);

  /**
   * The server's address for display, and the key of what is remembered about the server: a full
   * URL, a command line. Holds no secret: no user info, no environment, no header.
   */
  String address();

  /**
   * How long to wait for the discovery probe before falling back to {@code initialize} (2026-07-28,
   * stdio, backward compatibility). Empty, the default, if the absence of a response proves
   * nothing, as over HTTP.
   */
  default Optional<Duration> probeTimeout() {
    return Optional.empty();
  }

  /**
   * Whether the transport supports this mode. The default is true. Without support for stateless
   * requests, the client skips the discovery probe and sends {@code initialize} at once.
   */
  default boolean carries(ChannelMode mode) {
    return true;
  }

  /**
   * Whether connections go through a proxy, of the transport's settings or of the JVM's, so that a
   * direct connection to the address shows nothing. The default is false.
   */
  default boolean usesProxy() {
    return false;
  }

  /**
   * The legacy transport to the same server, with the same settings and address; used as a fallback
   * if the server does not support this one (2025-11-25, transports, backwards compatibility).
   * Empty by default.
   */
  default Optional<Transport> legacyTransport() {
    return Optional.empty();
  }
}
