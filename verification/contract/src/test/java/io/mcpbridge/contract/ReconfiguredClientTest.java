package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connected client gets new limits without reconnecting. */
class ReconfiguredClientTest {

  private static final ServerOptions DEFAULTS = ServerOptions.defaults();

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;
  private McpClient client;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private void start() {
    catalog = ToolCatalog.builder().server("weather", server.transport(), DEFAULTS).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
    client = catalog.client("weather");
  }

  @Test
  void nextRequestUsesNewLimits() {
    server.tool("silent").neverAnswers();
    server.pageSize(1).tool("other");
    start();
    assertThat(client.listTools()).hasSize(2);

    catalog.update(
        "weather",
        DEFAULTS.toBuilder()
            .timeout(Duration.ofSeconds(2))
            .maxPages(1)
            .cacheLimits(CacheLimits.none())
            .build());

    assertThatThrownBy(() -> client.callTool("silent"))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("2 s");
    assertThat(client.listTools()).hasSize(1);
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
    start();
    client.readResource("file:///a");
    client.readResource("file:///a");
    assertThat(server.received("resources/read")).hasSize(1);

    catalog.update("weather", DEFAULTS.toBuilder().cacheLimits(CacheLimits.none()).build());
    client.readResource("file:///a");

    assertThat(server.received("resources/read")).hasSize(2);
  }
}
