package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.ListRootsResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that floods the client with requests and acknowledges no response occupies few threads
 * and connections.
 */
class ServerRequestFloodTest extends HttpTest {

  private static final int MANY = 3_000;
  private static final int FEW = 64;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final CountDownLatch allSent = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** Answers initialize normally and floods the stream. */
  private void serve(String method, ScriptedServer.Request request, Answer answer)
      throws Exception {
    String body = request.body();
    if (request.method().equals("GET")) {
      answer.stream();
      for (int i = 0; i < MANY; i++) {
        answer.event("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"" + method + "\"}");
      }
      answer.event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/all-sent\"}");
      answer.awaitClosed();
    } else if (body.contains("\"initialize\"")) {
      answer.json(
          200,
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + request.id()
              + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
              + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}");
    } else if (body.contains("\"ping\"")) {
      answer.result(request);
    } else if (body.contains("\"method\"")) {
      answer.accepted();
    } else {
      over.await();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ping", "roots/list"})
  void unconfirmedAnswersHoldFewThreadsAndConnections(String method) throws Exception {
    server = new ScriptedServer((request, answer) -> serve(method, request, answer));
    McpClient client =
        McpClient.builder(StreamableHttpTransport.of(server.url()))
            .protocolVersion("2025-11-25")
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots((request, context) -> new ListRootsResult(List.of()))
                    .build())
            .listener(
                new McpClientListener() {
                  @Override
                  public void notification(JsonRpcNotification notification) {
                    allSent.countDown();
                  }
                })
            .build();
    try (client) {
      client.server();
      threads.resetPeakThreadCount();
      int before = threads.getThreadCount();
      boolean answered = allSent.await(5, TimeUnit.MINUTES);

      assertThat(server.connections()).as("connections").isLessThan(FEW);
      assertThat(threads.getPeakThreadCount() - before)
          .as("threads, with one of the scripted server for each connection")
          .isLessThan(FEW + server.connections());
      assertThat(answered).isTrue();
      client.ping();
    } finally {
      over.countDown();
    }
  }
}
