package io.mcpbridge.internal.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.transport.Deadline;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

/** A stream may be silent forever; a vanished peer is detected. */
class KeepAliveTest {

  @Test
  void enablesTcpKeepAliveAfterOneMinuteIdle() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Endpoint endpoint =
          Endpoint.of(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/mcp"));
      ConnectionPool pool =
          new ConnectionPool(endpoint, NextHop.DIRECT, Duration.ofSeconds(10), 1, null);
      try {
        ClientConnection connection = pool.lease(endpoint);
        pool.connect(connection, endpoint, Deadline.after(Duration.ofSeconds(60)));
        Socket socket = connection.getSocket();

        assertThat(socket.getKeepAlive()).isTrue();
        assumeTrue(socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE));
        assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(60);
        assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(15);
        assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(4);
      } finally {
        pool.close();
      }
    }
  }
}
