package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.RecordingChannelListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An HTTP+SSE session that ends while a message is being sent. */
class SseSendTest {

  private static final int MORE_THAN_SOCKETS_BUFFER = 32 * 1024 * 1024;

  private final RecordingChannelListener channelListener = new RecordingChannelListener();
  private final CountDownLatch clientChecked = new CountDownLatch(1);

  @Test
  void brokenPostReportsEndOfEventStream() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      var server =
          new FutureTask<>(
              () -> {
                endTheStreamInTheMiddleOfAMessage(listener);
                return true;
              });
      Thread thread = new Thread(server);
      thread.start();
      HttpSseTransport transport =
          HttpSseTransport.of("http://localhost:" + listener.getLocalPort() + "/sse");

      try (Channel channel =
          transport.open(ChannelMode.SESSION, channelListener, HttpTest.soon())) {
        assertThatThrownBy(() -> channel.exchange(largeCall(), HttpTest.soon()))
            .isInstanceOf(McpConnectionLostException.class)
            .hasMessageContainingAll("the event stream", "the session");
      } finally {
        clientChecked.countDown();
      }
      server.get(60, TimeUnit.SECONDS);
      thread.join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reportsEndOfStreamIfPostIsNotSent(boolean isRequest) throws Exception {
    var connecting = new CountDownLatch(1);
    try (ServerSocket listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      var server =
          new FutureTask<>(
              () -> {
                endTheStreamOnce(connecting, listener);
                return true;
              });
      Thread thread = new Thread(server);
      thread.start();
      URI uri = URI.create("http://localhost:" + listener.getLocalPort() + "/sse");
      HttpSseTransport transport =
          HttpSseTransport.builder(uri).credentials(untilTheStreamEnds(connecting)).build();

      try (Channel channel =
          transport.open(ChannelMode.SESSION, channelListener, HttpTest.soon())) {
        assertThatThrownBy(
                () -> {
                  if (isRequest) {
                    channel.exchange(HttpTest.request("initialize"), HttpTest.soon());
                  } else {
                    channel.send(HttpTest.notice("notifications/initialized"), HttpTest.soon());
                  }
                })
            .isInstanceOf(McpConnectException.class) // so that it may be sent on another session
            .hasMessageContainingAll(
                "was not sent", "the server ended the event stream", "and with it the session")
            .hasCauseInstanceOf(McpConnectionLostException.class);
      }
      server.get(60, TimeUnit.SECONDS);
      thread.join();
    }
  }

  /** The credentials arrive when the session has just ended. */
  private Credentials untilTheStreamEnds(CountDownLatch connecting) {
    return request -> {
      if (request.method().equals("POST")) {
        connecting.countDown();
        try {
          channelListener.loss();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return Map.of();
    };
  }

  private static void endTheStreamOnce(CountDownLatch connecting, ServerSocket listener)
      throws IOException, InterruptedException {
    try (Socket stream = listener.accept()) {
      readHead(stream);
      begin(stream);
      connecting.await();
    }
  }

  private static void begin(Socket stream) throws IOException {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    String event = "event: endpoint\ndata: /messages\n\n";
    stream.getOutputStream().write((head + event).getBytes(StandardCharsets.US_ASCII));
  }

  private void endTheStreamInTheMiddleOfAMessage(ServerSocket listener)
      throws IOException, InterruptedException {
    try (Socket stream = listener.accept()) {
      readHead(stream);
      begin(stream);
      try (Socket post = listener.accept()) {
        readHead(post);
        stream.shutdownOutput();
        clientChecked.await();
      }
    }
  }

  private static void readHead(Socket socket) throws IOException {
    var lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII), 1);
    while (!lines.readLine().isEmpty()) {}
  }

  private static Outbound largeCall() {
    JsonObject params = JsonObject.of(Map.of("name", "x".repeat(MORE_THAN_SOCKETS_BUFFER)));
    return Outbound.of(new JsonRpcRequest(RequestId.of(1), "tools/call", params));
  }
}
