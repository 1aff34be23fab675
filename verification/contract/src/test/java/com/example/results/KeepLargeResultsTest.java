package com.example.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Results that the model reads on in. */
@ExtendWith(LeakCheck.class)
class KeepLargeResultsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Transport database = server.transport();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void keepsResult() {
    server.tool("query").returns("x".repeat(100_000));

    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("db", database)
            .resultStore(InMemoryResultStore.create())
            .build();

    try (catalog) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(catalog.call("db__query", "{}").text())
          .contains("\n[shortened; read on with db__read_result, handle r_")
          .endsWith(": 100000 bytes, 1 line]")
          .hasSizeLessThanOrEqualTo(20_000);
    }
  }

  @Test
  void limitsInTokens() {
    server.tool("read_log").returns("x".repeat(100_000));

    ServerOptions options =
        ServerOptions.builder()
            .maxResultTokens(3_000)
            .tool("read_log", ToolOptions.builder().maxResultTokens(1_000).build())
            .build();

    try (ToolCatalog catalog = ToolCatalog.builder().server("db", database, options).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(catalog.call("db__read_log", "{}").text()).hasSizeBetween(3_900, 4_000);
    }
  }
}
