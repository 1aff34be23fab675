package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server announces a tool list change before a call's result, on the same stream. */
class ToolListChangeDuringCallTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
    endpoint.close();
  }

  @ParameterizedTest
  @CsvSource({
    "IN_PROCESS, " + FakeRevisions.V2025_11_25,
    "IN_PROCESS, " + FakeRevisions.V2026_07_28,
    "STDIO, " + FakeRevisions.V2025_11_25,
    "STDIO, " + FakeRevisions.V2026_07_28,
    "HTTP_SSE, " + FakeRevisions.V2024_11_05
  })
  void isListedBeforeWhoeverGotTheResultAsksForTools(TransportType type, String revision) {
    server.speaking(revision);
    server
        .tool("register")
        .handler(
            call -> {
              server.tool("registered");
              return FakeResult.text("registered").afterToolsChanged();
            });
    endpoint = type.to(server);
    catalog = ToolCatalog.builder().server("s", endpoint.transport()).build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    int listed = server.received("tools/list").size();

    assertThat(CatalogInternals.of(catalog).refreshAnnounced(SOON)).isTrue();
    assertThat(server.received("tools/list")).as("nothing was announced").hasSize(listed);
    catalog.call("s__register", "{}", CallOptions.defaults());

    assertThat(CatalogInternals.of(catalog).refreshAnnounced(SOON)).isTrue();

    assertThat(catalog.tools())
        .extracting(CatalogTool::name)
        .containsExactly("register", "registered");
    assertThat(server.received("tools/list")).hasSize(listed + 1);
  }
}
