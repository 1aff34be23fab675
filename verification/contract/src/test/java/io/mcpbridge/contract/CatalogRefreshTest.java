package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Gate;
import io.mcpbridge.test.Misbehaviour;
import io.mcpbridge.test.Misbehaviours;
import io.mcpbridge.test.Revisions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the tools of a server are listed again, and when they are not. */
class CatalogRefreshTest {

  private static final Duration SOON = Duration.ofSeconds(15);

  private final CatalogWatch watch = new CatalogWatch();
  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final FakeMcpServer news = FakeMcpServer.create().named("news", "1");
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    weather.close();
    news.close();
  }

  private void start(ToolCatalogBuilder settings) {
    catalog = settings.listener(watch).build().start();
    watch.await("weather connected");
  }

  private static Misbehaviour goodFor(long millis) {
    return turn ->
        turn.answer(
            right -> {
              JsonObject result = right.object("result").with("ttlMs", millis);
              return List.of(right.with("result", result.with("cacheScope", "private")).toMap());
            });
  }

  @Test
  void aFloodOfAnnouncementsIsAFewListings() {
    weather.speaking(Revisions.V2025_11_25).tool("a");
    news.speaking(Revisions.V2025_11_25).tool("a");
    start(
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
    assertThat(news.received("tools/list")).as("the other server is left alone").hasSize(1);
  }

  @Test
  void aStaleAnswerDoesNotWinOverANewerOne() {
    weather.speaking(Revisions.V2025_11_25).tool("a");
    start(ToolCatalog.builder().server("weather", weather.transport()));
    Gate late = new Gate();
    weather.nextAnswer("tools/list", turn -> turn.answer(right -> hold(late, right)));

    catalog.refresh("weather"); // is answered with the list as it is now, but late
    late.awaitArrival(SOON);
    weather.tool("b");
    weather.announceToolsChanged();
    late.open();

    watch.await("weather tools +b - ~");
    weather.tool("c");
    catalog.refresh("weather");
    watch.await("weather tools +c - ~");
    assertThat(catalog.snapshot().tools()).hasSize(3);
  }

  private static List<?> hold(Gate gate, JsonObject right) {
    try {
      gate.pass();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of(right.toMap());
  }

  @Test
  void aListThatFailsIsAskedForAgainAndTheLastOneStays() {
    weather.speaking(Revisions.V2025_11_25).tool("a");
    start(ToolCatalog.builder().server("weather", weather.transport()));
    weather.tool("b");
    weather.nextAnswer(
        "tools/list",
        Misbehaviours.error(-32603, "not now"),
        turn -> turn.answer(right -> List.of(right.with("result", "nonsense").toMap())));

    weather.announceToolsChanged();
    weather.awaitReceived("tools/list", 2, SOON);
    assertThat(catalog.snapshot().tool("weather__a")).isNotNull();

    watch.await("weather tools +b - ~");
    assertThat(weather.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void aListIsAskedForAgainWhenItIsUsedAfterItsTime() {
    weather.speaking(Revisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    weather.misbehave("tools/list", goodFor(1));
    start(ToolCatalog.builder().server("weather", weather.transport()));
    weather.tool("b");

    await(() -> catalog.snapshot().tool("weather__b") != null);

    assertThat(weather.received("tools/list")).hasSize(2);
  }

  @Test
  void aListIsNotAskedForAgainBeforeItsTimeOrWithoutOne() {
    weather.speaking(Revisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    weather.misbehave("tools/list", goodFor(3_600_000));
    news.speaking(Revisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    news.misbehave("tools/list", goodFor(0));
    FakeMcpServer brief = FakeMcpServer.create().speaking(Revisions.V2026_07_28);
    try (brief) {
      brief.capabilities("{\"tools\": {}}").tool("a");
      brief.misbehave("tools/list", goodFor(1));
      start(
          ToolCatalog.builder()
              .server("weather", weather.transport())
              .server("news", news.transport())
              .server("brief", brief.transport()));
      watch.await("news connected");
      watch.await("brief connected");
      brief.tool("b");

      await(() -> catalog.snapshot().tool("brief__b") != null);

      assertThat(weather.received("tools/list")).hasSize(1);
      assertThat(news.received("tools/list")).hasSize(1);
    }
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not happen within " + SOON);
      }
      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
    }
  }
}
