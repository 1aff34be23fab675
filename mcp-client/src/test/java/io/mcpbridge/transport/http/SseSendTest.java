package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.HeardMessages;
import io.mcpbridge.transport.Outbound;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A session of HTTP+SSE that ends while a message is on its way out. */
class SseSendTest {

  private static final int MORE_THAN_SOCKETS_BUFFER = 32 * 1024 * 1024;

  private final HeardMessages heard = new HeardMessages();
  private final CountDownLatch said = new CountDownLatch(1);

  @Test
  void theEndOfTheStreamIsWhyAPostBreaks() throws Exception {
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

      try (Channel channel = transport.open(ChannelMode.SESSION, heard, HttpTest.soon())) {
        assertThatThrownBy(() -> channel.exchange(largeCall(), HttpTest.soon()))
            .isInstanceOf(McpConnectionLostException.class)
            .hasMessageContainingAll("the event stream", "the session");
      } finally {
        said.countDown();
      }
      server.get(10, TimeUnit.SECONDS);
      thread.join();
    }
  }

  private void endTheStreamInTheMiddleOfAMessage(ServerSocket listener)
      throws IOException, InterruptedException {
    try (Socket stream = listener.accept()) {
      readHead(stream);
      String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
      String event = "event: endpoint\ndata: /messages\n\n";
      stream.getOutputStream().write((head + event).getBytes(StandardCharsets.US_ASCII));
      try (Socket post = listener.accept()) {
        readHead(post);
        stream.shutdownOutput();
        said.await();
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
