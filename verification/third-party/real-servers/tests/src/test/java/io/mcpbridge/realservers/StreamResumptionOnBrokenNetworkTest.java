package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server with resumable streams, on a failing network. */
class StreamResumptionOnBrokenNetworkTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void resumesResponseStream() {
    try (RunningServer server = RunningServer.start("everything");
        Proxy proxy = new Proxy(server.url());
        McpClient client =
            McpClient.builder(StreamableHttpTransport.of(proxy.url())).name("cut").build()) {
      // The call has completed when the client reconnects, a second after the cut: this server
      // sends nothing new to a resumed stream.
      CallToolResult result =
          client
              .newCall(
                  new CallToolRequest(
                      "trigger-long-running-operation", Map.of("duration", 0.3, "steps", 2)),
                  CallOptions.builder()
                      .onProgress(report -> cutOnce(proxy, report.progress()))
                      .build())
              .execute();

      assertThat(result.text()).contains("completed");
    }
  }

  private static void cutOnce(Proxy proxy, double progress) {
    if (progress == 1.0) {
      proxy.cut();
    }
  }

  @Test
  void reconnectsStandaloneStream() throws InterruptedException {
    CountDownLatch logged = new CountDownLatch(1);
    McpClientListener listener =
        new McpClientListener() {
          @Override
          public void logMessage(LogMessage message) {
            logged.countDown();
          }
        };
    try (RunningServer server = RunningServer.start("everything");
        Proxy proxy = new Proxy(server.url());
        McpClient client =
            McpClient.builder(StreamableHttpTransport.of(proxy.url())).listener(listener).build()) {
      client.listTools();
      proxy.cut();
      assertThat(proxy.awaitConnection(SOON)).isTrue();

      client.callTool("toggle-simulated-logging");

      assertThat(logged.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
