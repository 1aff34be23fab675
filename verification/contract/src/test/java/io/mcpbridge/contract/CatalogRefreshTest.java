package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When the catalog lists a server's tools again, and when not. */
class CatalogRefreshTest {

  private static final Duration SOON = TwoServers.SOON;

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;
  private final FakeMcpServer news = servers.second;
  private final CatalogWatch watch = servers.watch;

  private void connect(ToolCatalogBuilder settings) {
    servers.start(settings);
    watch.await("weather connected");
  }

  private static Fault goodFor(long millis) {
    return serverTurn ->
        serverTurn.answer(
            right -> {
              JsonObject result = right.object("result").with("ttlMs", millis);
              return List.of(right.with("result", result.with("cacheScope", "private")).toMap());
            });
  }

  @Test
  void debouncesListChangedNotifications() {
    weather.speaking(FakeRevisions.V2025_11_25).tool("a");
    news.speaking(FakeRevisions.V2025_11_25).tool("a");
    connect(
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .server("news", news.transport()));
    watch.await("news connected");

    weather.tool("b");
    for (int i = 0; i < 1_000; i++) {
      weather.announceToolsChanged();
    }
    watch.await("weather tools +b - ~");

    assertThat(weather.received("tools/list").size()).isBetween(2, 4);
    assertThat(news.received("tools/list")).as("the other server").hasSize(1);
  }

  @Test
  void staleListDoesNotReplaceNewerOne() {
    weather.speaking(FakeRevisions.V2025_11_25).tool("a");
    connect(ToolCatalog.builder().server("weather", weather.transport()));
    Latch late = new Latch();
    weather.injectNext("tools/list", serverTurn -> serverTurn.answer(right -> hold(late, right)));

    servers.catalog().refresh("weather"); // the server returns the current list, but late
    late.awaitArrival(SOON);
    weather.tool("b");
    weather.announceToolsChanged();
    late.open();

    watch.await("weather tools +b - ~");
    weather.tool("c");
    servers.catalog().refresh("weather");
    watch.await("weather tools +c - ~");
    assertThat(servers.catalog().tools()).hasSize(3);
  }

  @Test
  void awaitsRefreshUntilItEndsOrTimesOut() {
    weather.speaking(FakeRevisions.V2025_11_25).tool("a");
    connect(ToolCatalog.builder().server("weather", weather.transport()));
    Latch late = new Latch();

    weather.tool("b");
    assertThat(servers.catalog().refresh(List.of("weather"), SOON)).isTrue();
    assertThat(servers.catalog().tools()).hasSize(2);

    weather.injectNext("tools/list", serverTurn -> serverTurn.answer(right -> hold(late, right)));
    assertThat(servers.catalog().refresh(List.of("weather"), Duration.ZERO)).isFalse();
    late.open();

    weather.injectNext("tools/list", Faults.error(-32603, "no list today"));
    assertThat(servers.catalog().refresh(List.of("weather"), SOON)).isTrue();
    assertThat(servers.catalog().tools()).hasSize(2);
  }

  private static List<?> hold(Latch latch, JsonObject right) {
    try {
      latch.pass();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of(right.toMap());
  }

  @Test
  void retriesFailedListAndKeepsPreviousTools() {
    weather.speaking(FakeRevisions.V2025_11_25).tool("a");
    connect(ToolCatalog.builder().server("weather", weather.transport()));
    weather.tool("b");
    weather.injectNext(
        "tools/list",
        Faults.error(-32603, "not now"),
        serverTurn ->
            serverTurn.answer(right -> List.of(right.with("result", "nonsense").toMap())));

    weather.announceToolsChanged();
    weather.awaitReceived("tools/list", 2, SOON);
    assertThat(servers.catalog().snapshot().tool("weather__a")).isNotNull();

    watch.await("weather tools +b - ~");
    assertThat(weather.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void relistsAfterTtlExpires() {
    weather.speaking(FakeRevisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    weather.inject("tools/list", goodFor(1));
    connect(ToolCatalog.builder().server("weather", weather.transport()));
    weather.tool("b");

    Waiting.until(() -> servers.catalog().snapshot().tool("weather__b") != null);

    assertThat(weather.received("tools/list")).hasSize(2);
  }

  @Test
  void doesNotRelistBeforeTtlExpiresOrWithoutTtl() {
    weather.speaking(FakeRevisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    weather.inject("tools/list", goodFor(3_600_000));
    news.speaking(FakeRevisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    news.inject("tools/list", goodFor(0));
    FakeMcpServer brief = FakeMcpServer.create().speaking(FakeRevisions.V2026_07_28);
    try (brief) {
      brief.capabilities("{\"tools\": {}}").tool("a");
      brief.inject("tools/list", goodFor(1));
      connect(
          ToolCatalog.builder()
              .server("weather", weather.transport())
              .server("news", news.transport())
              .server("brief", brief.transport()));
      watch.await("news connected");
      watch.await("brief connected");
      brief.tool("b");

      Waiting.until(() -> servers.catalog().snapshot().tool("brief__b") != null);

      assertThat(weather.received("tools/list")).hasSize(1);
      assertThat(news.received("tools/list")).hasSize(1);
    }
  }

  @Test
  void unknownToolErrorRelistsBeforeTtlExpires() {
    weather.speaking(FakeRevisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    weather.inject("tools/list", goodFor(3_600_000));
    servers.start();
    weather.removeTool("a").tool("b");

    assertThat(servers.call("weather__a").isError()).isTrue();

    Waiting.until(() -> servers.catalog().snapshot().tool("weather__b") != null);
  }

  /** As behind a load balancer whose nodes have different tools. */
  @Test
  void unknownToolErrorRelistsTools() {
    weather.tool("gone").returns("here");
    weather.tool("stays").returns("here");
    servers.start();
    weather.removeTool("gone");

    assertThat(servers.call("weather__gone").failure())
        .isInstanceOf(McpErrorResponseException.class);

    Waiting.until(() -> servers.catalog().snapshot().tool("weather__gone") == null);
    assertThat(servers.call("weather__stays").text()).isEqualTo("here");
    assertThat(weather.received("tools/list")).hasSize(2);
  }

  @Test
  void internalErrorDoesNotTriggerRefresh() {
    weather.tool("fails").returns(FakeResult.failure(-32603, "out of memory"));
    news.tool("unknown").returns(FakeResult.failure(-32602, "no such tool"));
    servers.start();

    assertThat(servers.call("weather__fails").isError()).isTrue();
    assertThat(servers.call("news__unknown").isError()).isTrue();

    Waiting.until(() -> news.received("tools/list").size() == 2);
    assertThat(weather.received("tools/list")).as("was asked before news, if at all").hasSize(1);
  }

  @Test
  void invalidListResponseKeepsPreviousTools() {
    news.speaking(FakeRevisions.V2025_11_25).tool("search");
    servers.start();
    news.injectNext(
        "tools/list",
        serverTurn -> serverTurn.answer(right -> List.of(right.with("result", Map.of()).toMap())));

    news.announceToolsChanged();
    Waiting.until(() -> servers.status("news").state() != ServerState.CONNECTED);

    assertThat(servers.status("news").reason()).contains("tools/list has no array");
    assertThat(servers.catalog().snapshot().tool("news__search")).isNotNull();
    Waiting.until(() -> servers.status("news").state() == ServerState.CONNECTED);
  }
}
