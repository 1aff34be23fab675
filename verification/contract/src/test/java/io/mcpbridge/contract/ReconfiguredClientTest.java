package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connected client gets new limits without reconnecting. */
class ReconfiguredClientTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Transport transport = server.transport();
  private final McpClient client = McpClient.builder(transport).name("weather").build();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void nextRequestUsesNewLimitsAndInterceptors() {
    AtomicInteger seen = new AtomicInteger();
    server.tool("silent").neverAnswers();
    server.pageSize(1).tool("other");
    assertThat(client.listTools()).hasSize(2);

    settings()
        .timeout(Duration.ofSeconds(2))
        .maxPages(1)
        .cacheLimits(CacheLimits.none())
        .addCallInterceptor(
            chain -> {
              seen.incrementAndGet();
              return chain.proceed(chain.request());
            })
        .reconfigure(client);

    assertThatThrownBy(() -> client.callTool("silent"))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("2 s");
    assertThat(client.listTools()).hasSize(1);
    assertThat(seen).hasValue(2);
    assertThat(server.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void evictsResponsesBeyondNewCacheLimits() {
    server.resource("file:///a", "a", "text/plain", "of a");
    server.inject(
        "resources/read",
        serverTurn ->
            serverTurn.answer(
                right ->
                    List.of(
                        right
                            .with(
                                "result",
                                right
                                    .object("result")
                                    .with("ttlMs", 3_600_000)
                                    .with("cacheScope", "public"))
                            .toMap())));
    client.readResource("file:///a");
    client.readResource("file:///a");
    assertThat(server.received("resources/read")).hasSize(1);

    settings().cacheLimits(CacheLimits.none()).reconfigure(client);
    client.readResource("file:///a");

    assertThat(server.received("resources/read")).hasSize(2);
  }

  @Test
  void rejectsInvalidLimitAndKeepsSettings() {
    server.tool("silent").neverAnswers();
    settings().timeout(Duration.ofSeconds(2)).reconfigure(client);

    assertThatThrownBy(() -> settings().maxPages(0).reconfigure(client))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxPages");

    assertThatThrownBy(() -> client.callTool("silent")).hasMessageContaining("2 s");
  }

  private McpClient.Builder settings() {
    return McpClient.builder(transport);
  }
}
