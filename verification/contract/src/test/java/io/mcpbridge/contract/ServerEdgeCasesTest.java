package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers in a catalog that have no tools, or whose resources never arrive. */
class ServerEdgeCasesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer bare = FakeMcpServer.create();
  private final FakeMcpServer useful = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    bare.close();
    useful.close();
  }

  private void start(ServerOptions options) {
    useful.tool("run");
    catalog =
        ToolCatalog.builder()
            .server("bare", bare.transport(), options)
            .server("useful", useful.transport())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {FakeRevisions.V2024_11_05, FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28})
  void aServerWithoutToolsIsConnectedAndHasNone(String revision) {
    bare.speaking(revision).capabilities("{\"resources\": {}}");
    bare.resource("a:b", "b", "text/plain", "text");

    start(ServerOptions.defaults());

    assertThat(catalog.servers())
        .extracting(ServerStatus::state)
        .containsExactly(ServerState.CONNECTED, ServerState.CONNECTED);
    assertThat(catalog.tools()).extracting(CatalogTool::modelName).containsExactly("useful__run");
    assertThat(catalog.client("bare").readResource("a:b").contents()).hasSize(1);
    assertThat(bare.received("tools/list")).isEmpty();
  }

  @Test
  void timesOutAndCancelsResourceRead() {
    bare.resource("a:b", "b", "text/plain", "text");
    bare.inject("resources/read", Faults.silence());
    start(ServerOptions.builder().timeout(Duration.ofSeconds(1)).build());

    assertThatThrownBy(() -> catalog.client("bare").readResource("a:b"))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"bare\"", "resources/read", "1 s (setting timeout)");
    bare.awaitCancelled("resources/read", SOON);
  }
}
