package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Unreachable servers; a TLS handshake without a response simulates a slow network. */
class ConnectTest extends HttpTest {

  private static Channel channelTo(String url, Duration connectTimeout) {
    return StreamableHttpTransport.builder(URI.create(url))
        .connectTimeout(connectTimeout)
        .build()
        .open(ChannelMode.STATELESS, ChannelListener.none(), soon());
  }

  private static Channel channelTo(String url) {
    return channelTo(url, Duration.ofSeconds(15));
  }

  private static ServerSocket silentServer() throws Exception {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @Test
  void reportsConnectionRefused() throws Exception {
    int port;
    try (ServerSocket gone = silentServer()) {
      port = gone.getLocalPort();
    }
    channel = channelTo("http://localhost:" + port + "/mcp");

    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("nothing listens at localhost:" + port)
        .hasMessageContaining("setting: url");
    assertThatThrownBy(() -> channel.send(notice("x"), soon()))
        .isInstanceOf(McpConnectException.class);
  }

  @Test
  void reportsUnknownHost() {
    channel = channelTo("http://no-such-host.invalid/mcp");

    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("no-such-host.invalid is not known")
        .hasMessageContaining("setting: url");
  }

  @Test
  void reportsServerWithoutTls() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.result(request));
    try (ServerSocket plain = silentServer();
        Channel secure = channelTo("https://localhost:" + plain.getLocalPort())) {
      Thread talker =
          new Thread(
              () -> {
                try (Socket socket = plain.accept()) {
                  socket.getInputStream().read();
                  socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                } catch (java.io.IOException e) {
                  throw new AssertionError(e);
                }
              });
      talker.start();

      assertThatThrownBy(() -> secure.exchange(call(), soon()))
          .isInstanceOf(McpConnectException.class)
          .hasMessageContaining("no TLS with localhost:" + plain.getLocalPort());
      talker.join();
    }
  }

  @Test
  void reportsConnectTimeout() throws Exception {
    try (ServerSocket silent = silentServer()) {
      channel = channelTo("https://localhost:" + silent.getLocalPort(), Duration.ofMillis(150));

      assertThatThrownBy(() -> channel.exchange(call(), soon()))
          .isInstanceOf(McpConnectException.class)
          .hasMessageContaining("within 150 ms (setting connect-timeout)");
    }
  }

  @Test
  void callTimeoutEndsConnecting() throws Exception {
    try (ServerSocket silent = silentServer()) {
      channel = channelTo("https://localhost:" + silent.getLocalPort());

      assertThatThrownBy(() -> channel.exchange(call(), deadlineIn(150)))
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContaining("could not be sent within 150 ms");
    }
  }

  @Test
  void interruptEndsConnecting() throws Exception {
    try (ServerSocket silent = silentServer()) {
      channel = channelTo("https://localhost:" + silent.getLocalPort());
      var failure =
          new FutureTask<>(
              () -> {
                Throwable thrown = catchThrowable(() -> channel.exchange(call(), soon()));
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                return thrown;
              });
      Thread caller = new Thread(failure);
      caller.start();
      try (Socket handshake = silent.accept()) {
        handshake.getInputStream().read();

        caller.interrupt();

        assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
      }
    }
  }

  @Test
  void closingChannelEndsConnecting() throws Exception {
    try (ServerSocket silent = silentServer()) {
      Channel closing = channelTo("https://localhost:" + silent.getLocalPort());
      var failure = new FutureTask<>(() -> catchThrowable(() -> closing.exchange(call(), soon())));
      Thread caller = new Thread(failure);
      caller.start();
      try (Socket handshake = silent.accept()) {
        handshake.getInputStream().read();

        closing.close();

        assertThat(failure.get(60, TimeUnit.SECONDS))
            .isInstanceOf(McpConnectException.class)
            .hasMessageContaining("was not sent")
            .hasMessageContaining("the channel was closed");
        while (handshake.getInputStream().read() >= 0) {
          // until the client has disconnected
        }
      } catch (java.net.SocketException reset) {
        assertThat(reset).hasMessageContaining("reset");
      }
    }
  }
}
