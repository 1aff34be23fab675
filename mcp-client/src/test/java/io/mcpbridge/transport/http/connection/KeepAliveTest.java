package io.mcpbridge.transport.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.transport.Deadline;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.api.Test;

/** A stream may be silent forever; a vanished peer is detected. */
class KeepAliveTest {

  @Test
  void enablesTcpKeepAliveAfterOneMinuteIdle() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Endpoint endpoint =
          Endpoint.of(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/mcp"));
      ConnectionPool pool =
          new ConnectionPool(endpoint, NextHop.DIRECT, false, Duration.ofSeconds(10), 1, null);
      AtomicReference<Socket> socket = new AtomicReference<>();
      try {
        var leased = pool.lease(endpoint);
        pool.connect(leased, endpoint, Deadline.after(Duration.ofSeconds(10)));
        leased.execute(
            null,
            new BasicClassicHttpRequest("GET", "/"),
            (request, connection, context) -> {
              socket.set(((ManagedHttpClientConnection) connection).getSocket());
              return new BasicClassicHttpResponse(204);
            },
            HttpClientContext.create());

        assertThat(socket.get().getKeepAlive()).isTrue();
        assumeTrue(socket.get().supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE));
        assertThat(socket.get().getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(60);
        assertThat(socket.get().getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(15);
        assertThat(socket.get().getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(4);
      } finally {
        pool.close();
      }
    }
  }
}
