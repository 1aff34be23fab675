package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fifty servers connect in the time of the slowest one that responds. */
class ManyServersTest {

  private static final int SERVERS = 50;
  private static final Duration SOON = Duration.ofSeconds(60);

  private final CatalogWatch watch = new CatalogWatch();
  private final List<FakeMcpServer> servers = new ArrayList<>();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    servers.forEach(FakeMcpServer::close);
  }

  @Test
  void connectsInParallelDespiteUnresponsiveServer() {
    Latch latch = new Latch();
    ToolCatalogBuilder settings = ToolCatalog.builder().listener(watch);
    for (int i = 0; i < SERVERS; i++) {
      FakeMcpServer server = FakeMcpServer.create().named("server" + i, "1");
      servers.add(server);
      server.tool("now");
      server.injectNext("server/discover", Faults.waitFor(latch));
      settings.server("server" + i, StreamableHttpTransport.of(server.url()));
    }
    FakeMcpServer silent = servers.get(0).clearFaults().inject(Faults.silence());

    catalog = settings.build();

    // All servers have a request in flight: connecting runs in parallel.
    servers.forEach(server -> server.awaitReceived("server/discover", SOON));
    assertThat(catalog.tools()).isEmpty();
    latch.open();
    for (int i = 1; i < SERVERS; i++) {
      watch.await("server" + i + " connected");
    }
    assertThat(catalog.tools()).hasSize(SERVERS - 1);
    assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTING);
    assertThat(silent.received("tools/list")).isEmpty();
  }
}
