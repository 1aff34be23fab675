package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of many servers as one set of tools. */
class CatalogTest {

  private static final Duration SOON = TwoServers.SOON;

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;
  private final FakeMcpServer news = servers.second;

  @Test
  void doesNotConnectBeforeStart() {
    servers.build(ToolCatalog.builder().server("weather", weather.transport()));

    assertThat(servers.catalog().tools()).isEmpty();
    assertThat(weather.connectionsOpened()).isZero();
    assertThat(servers.catalog().servers())
        .extracting(ServerStatus::state)
        .containsExactly(ServerState.IDLE);
  }

  @Test
  void prefixesToolNamesWithServerName() {
    weather.tool("search").returns("rain");
    news.tool("search").returns("headline");
    servers.start();

    assertThat(servers.catalog().tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("weather__search", "news__search");
    assertThat(servers.call("weather__search").text()).isEqualTo("rain");
    assertThat(servers.call("news__search").text()).isEqualTo("headline");
  }

  @Test
  void unreachableServersDoNotAffectOthers() {
    news.tool("search").returns("headline");
    servers.startReady(
        ToolCatalog.builder()
            .server("typo", StdioTransport.of("no-such-command-anywhere"))
            .server("refuses", StreamableHttpTransport.of("http://127.0.0.1:1/mcp"))
            .server("news", news.transport()));

    assertThat(servers.call("news__search").text()).isEqualTo("headline");
    List<ServerStatus> all = servers.catalog().servers();
    assertThat(all)
        .extracting(ServerStatus::state)
        .containsExactly(ServerState.DISCONNECTED, ServerState.DISCONNECTED, ServerState.CONNECTED);
    assertThat(all.get(0).reason()).contains("no-such-command-anywhere", "PATH", "command");
    assertThat(all.get(1).reason()).contains("127.0.0.1", "url");
  }

  @Test
  void unresponsiveServerDoesNotDelayOthers() {
    weather.inject(Faults.silence());
    news.tool("search").returns("headline");
    servers.start(
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.url()))
            .server("news", news.transport()));

    Waiting.until(() -> !servers.catalog().tools().isEmpty());
    assertThat(servers.call("news__search").text()).isEqualTo("headline");
  }

  @Test
  void reusesSnapshotUntilToolsChange() {
    weather.tool("a");
    news.speaking(FakeRevisions.V2025_11_25);
    servers.start();
    CatalogSnapshot before = servers.catalog().snapshot();
    assertThat(servers.catalog().snapshot()).isSameAs(before);

    news.tool("fresh").returns("new");
    news.announceToolsChanged();
    Waiting.until(() -> servers.catalog().snapshot().tool("news__fresh") != null);

    assertThat(before.tool("news__fresh")).isNull();
    assertThat(servers.call("news__fresh").text()).isEqualTo("new");
    assertThat(weather.received("tools/list")).as("the other server").hasSize(1);
  }

  @Test
  void keepsFirstToolOnModelNameCollision() {
    String contrived = ToolNames.modelName("weather", "a b").substring("weather__".length());
    weather.tool("a b").returns("first");
    weather.tool(contrived).returns("second");
    servers.start();

    assertThat(servers.catalog().tools()).hasSize(1);
    assertThat(servers.call("weather__" + contrived).text()).isEqualTo("first");
  }

  @Test
  void closeDoesNotWaitForSilentServer() {
    weather.inject(Faults.silence());
    servers.start(
        ToolCatalog.builder().server("weather", StreamableHttpTransport.of(weather.url())));
    weather.awaitReceived("server/discover", SOON);

    servers.catalog().close();

    weather.awaitDisconnected("server/discover", SOON);
    assertThat(servers.status("weather").state()).isEqualTo(ServerState.CLOSED);
  }
}
