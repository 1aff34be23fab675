package io.mcpbridge.verification.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import io.mcpbridge.verification.benchmarks.server.Call;
import io.mcpbridge.verification.benchmarks.server.HttpServer;
import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** 1,000 calls in flight at once: each gets its own result. */
class ThousandInFlightTest {

  private static final int CALLS = 1_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void overHttpWithJson() throws Exception {
    try (HttpServer server = new HttpServer(1)) {
      everyCallGetsItsAnswer(http(server, "json"));
    }
  }

  @Test
  void overHttpWithEvents() throws Exception {
    try (HttpServer server = new HttpServer(1)) {
      everyCallGetsItsAnswer(http(server, "sse"));
    }
  }

  @Test
  void overStdio() {
    List<String> command = ServerMain.command("stdio");
    everyCallGetsItsAnswer(
        StdioTransport.of(
            command.get(0), command.subList(1, command.size()).toArray(String[]::new)));
  }

  private static Transport http(HttpServer server, String path) {
    return StreamableHttpTransport.of("http://localhost:" + server.port() + "/" + path);
  }

  private static void everyCallGetsItsAnswer(Transport transport) {
    try (McpClient client = McpClient.builder(transport).timeout(LIMIT).build()) {
      everyCallGetsItsAnswer(client, 0, 0);
      everyCallGetsItsAnswer(client, 50, 0);
      // the server responds to none before it has all, so that they are certainly in flight at once
      everyCallGetsItsAnswer(client, 0, CALLS);
    }
  }

  private static void everyCallGetsItsAnswer(McpClient client, int delayMillis, int together) {
    List<Call> calls = new ArrayList<>();
    List<CompletableFuture<CallToolResult>> answers = new ArrayList<>();
    for (int n = 0; n < CALLS; n++) {
      Call call = new Call(n, 0, delayMillis, together);
      calls.add(call);
      answers.add(client.newCall(request(call), CallOptions.defaults()).submit());
    }
    for (int n = 0; n < CALLS; n++) {
      Call call = calls.get(n);
      assertThat(answers.get(n).join().text()).matches(call::isAnsweredBy, "answer to " + call);
    }
  }

  private static CallToolRequest request(Call call) {
    return new CallToolRequest(Call.TOOL, Json.readObject(call.json()));
  }
}
