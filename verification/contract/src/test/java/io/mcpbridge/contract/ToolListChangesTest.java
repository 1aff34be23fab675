package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The catalog receives tool list changes by each revision's mechanism. */
class ToolListChangesTest {

  private static final Duration SOON = TwoServers.SOON;

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;
  private final FakeMcpServer news = servers.second;

  @Test
  void refreshesOnToolsListChangedOverHttp() {
    weather.speaking(FakeRevisions.V2025_11_25).tool("a");
    servers.start();

    weather.tool("b");
    weather.announceToolsChanged();

    Waiting.until(() -> servers.catalog().tools().size() == 2);
  }

  @Test
  void refreshesOnToolsListChangedViaSubscription() {
    weather.speaking(FakeRevisions.V2026_07_28).tool("a");
    news.speaking(FakeRevisions.V2026_07_28).tool("a");
    servers.start();
    assertThat(weather.received("tools/list")).as("listened to before").hasSize(1);

    weather.tool("b");
    weather.announceToolsChanged();
    news.removeTool("a");
    news.announceToolsChanged();

    Waiting.until(() -> servers.catalog().snapshot().tool("weather__b") != null);
    Waiting.until(() -> servers.catalog().snapshot().tool("news__a") == null);
    weather.subscriptions().end();
    weather.tool("c");
    Waiting.until(() -> servers.catalog().snapshot().tool("weather__c") != null);
  }

  @Test
  void listsToolsIfSubscriptionIsNotAcknowledged() {
    weather.speaking(FakeRevisions.V2026_07_28).tool("a").returns("a");
    weather.subscriptions().neverAcknowledging();

    servers.start();

    assertThat(servers.call("weather__a").text()).isEqualTo("a");
    weather.awaitReceived("subscriptions/listen", SOON);
  }

  @Test
  void receivesToolsListChangedAfterCallFailsDuringListing() {
    weather.speaking(FakeRevisions.V2026_07_28).tool("a").returns("a");
    servers.start();
    Latch listing = new Latch();
    weather.injectNext("tools/call", Faults.httpStatus(401));
    weather.injectNext("tools/list", Faults.waitFor(listing));

    assertThat(servers.call("weather__a").isError()).isTrue();
    assertThat(servers.call("weather__a").text()).isEqualTo("a");
    listing.awaitArrival(SOON);
    weather.injectNext("tools/call", Faults.httpStatus(401));
    assertThat(servers.call("weather__a").isError()).isTrue();
    listing.open();

    Waiting.until(() -> servers.status("weather").state() == ServerState.CONNECTED);
    weather.tool("b");
    Waiting.until(
        () -> {
          weather.announceToolsChanged();
          return servers.catalog().snapshot().tool("weather__b") != null;
        });
  }

  @Test
  void relistsIfToolsChangeDuringPagination() {
    news.speaking(FakeRevisions.V2025_11_25).pageSize(1);
    news.tool("a");
    news.tool("b");
    news.injectNext(
        "tools/list",
        serverTurn -> serverTurn.answer(),
        serverTurn -> {
          news.removeTool("a").tool("c");
          for (int i = 0; i < 100; i++) {
            news.announceToolsChanged();
          }
          serverTurn.answer();
        });

    servers.start();

    Waiting.until(() -> servers.catalog().snapshot().tool("news__c") != null);
    Waiting.until(() -> servers.catalog().snapshot().tool("news__a") == null);
    assertThat(servers.catalog().snapshot().tool("news__b")).isNotNull();
    assertThat(news.received("tools/list").size()).as("two pages, and not 100 times").isLessThan(8);
  }
}
