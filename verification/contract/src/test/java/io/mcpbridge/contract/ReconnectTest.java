package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls to lost servers return an error, and the servers reconnect automatically. */
class ReconnectTest {

  private static final Duration SOON = TwoServers.SOON;

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;
  private final FakeMcpServer news = servers.second;

  @Test
  void reportsUnavailableServerAndReconnectsAutomatically() {
    weather.tool("now").returns("sunny");
    servers.start();
    weather.http().stop();

    ToolOutput lost = servers.call("weather__now");
    // Each open connection is found broken only by the next call on it.
    Waiting.until(() -> servers.call("weather__now").failure() instanceof McpConnectException);
    ToolOutput away = servers.call("weather__now");

    assertThat(lost.isError()).isTrue();
    assertThat(lost.text()).doesNotContain("127.0.0.1");
    assertThat(away.text()).contains("weather__now is temporarily unavailable");
    assertThat(away.failure()).isInstanceOf(McpConnectException.class);
    assertThat(servers.catalog().snapshot().tool("weather__now")).as("stays listed").isNotNull();

    weather.http().start();
    Waiting.until(() -> !servers.call("weather__now").isError());
    assertThat(servers.call("weather__now").text()).isEqualTo("sunny");
  }

  @Test
  void restartsProcessThatExits() {
    news.tool("now").returns("headline");
    try (RelayEndpoint endpoint = RelayEndpoint.open(news, SOON)) {
      servers.startReady(ToolCatalog.builder().server("news", endpoint.transport()));

      news.disconnectAll();
      // The state need not change: the subscription starts the process again at once.
      news.awaitReceived("tools/list", 2, SOON);
      Waiting.until(() -> servers.status("news").state() == ServerState.CONNECTED);

      assertThat(servers.call("news__now").text()).isEqualTo("headline");
    }
  }

  @Test
  void doesNotRestartProcessThatCallHasRestarted() {
    news.tool("now").returns("headline");
    try (RelayEndpoint endpoint = RelayEndpoint.open(news, SOON)) {
      servers.startReady(ToolCatalog.builder().server("news", endpoint.transport()));
      McpClient client = servers.catalog().client("news");

      news.disconnectAll();
      Waiting.until(() -> !client.isConnected());
      assertThat(client.callTool("now").text()).isEqualTo("headline");
      news.clearReceived();
      news.awaitReceived("tools/list", SOON); // the list may have changed

      assertThat(news.connectionsOpened()).isEqualTo(2);
    }
  }

  @Test
  void reinitializesExpiredSessionWithoutCalls() {
    weather.speaking(FakeRevisions.V2025_11_25).tool("a").returns("a");
    servers.start();
    weather.forgetSessions();
    weather.named("weather", "2").tool("b");

    weather.disconnectAll();

    Waiting.until(() -> servers.catalog().tools().size() == 2);
    assertThat(servers.status("weather").info().implementation().version()).isEqualTo("2");
    assertThat(servers.status("weather").state()).isEqualTo(ServerState.CONNECTED);
    assertThat(servers.call("weather__a").text()).isEqualTo("a");
    assertThat(weather.received("initialize")).hasSize(2);
  }

  @Test
  void renegotiatesIfServerReturnsWithOlderRevision() {
    weather.speaking(FakeRevisions.V2026_07_28).tool("now").returns("sunny");
    servers.start();
    weather.http().stop();
    assertThat(servers.call("weather__now").isError()).isTrue();

    weather.speaking(FakeRevisions.V2025_06_18);
    weather.http().start();

    Waiting.until(() -> !servers.call("weather__now").isError());
    Waiting.until(
        () -> servers.status("weather").info().protocolVersion().equals(FakeRevisions.V2025_06_18));
  }

  @Test
  void manyLostCallsCauseOneReconnect() {
    Latch latch = new Latch();
    news.tool("slow").returns(FakeResult.text("late").after(latch));
    try (RelayEndpoint endpoint = RelayEndpoint.open(news, SOON)) {
      servers.startReady(ToolCatalog.builder().server("news", endpoint.transport()));
      List<CompletableFuture<ToolOutput>> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        calls.add(
            CompletableFuture.supplyAsync(
                () -> servers.call("news__slow"),
                Executors.newCachedThreadPool(ReconnectTest::daemon)));
      }
      news.awaitReceived("tools/call", 20, SOON);

      news.disconnectAll();
      calls.forEach(call -> assertThat(call.join().isError()).isTrue());
      latch.open();
      Waiting.until(() -> !servers.call("news__slow").isError());

      assertThat(news.connectionsOpened()).isEqualTo(2);
    }
  }

  @Test
  void keepsServerConnectedAfterOneBrokenCall() {
    weather.tool("now").returns("sunny");
    servers.start();
    weather.injectNext("tools/call", Faults.disconnect());

    assertThat(servers.call("weather__now").text()).contains("whether it took effect is unknown");
    assertThat(servers.call("weather__now").text()).isEqualTo("sunny");
    assertThat(servers.status("weather").state()).isEqualTo(ServerState.CONNECTED);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "caller");
    thread.setDaemon(true);
    return thread;
  }
}
