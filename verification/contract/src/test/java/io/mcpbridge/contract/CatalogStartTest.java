package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.RequiredServersException;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a catalog connects its servers, and who waits for that. */
class CatalogStartTest {

  private static final Duration SOON = TwoServers.SOON;
  private static final ServerOptions REQUIRED =
      ServerOptions.builder().start(StartPolicy.REQUIRED).build();
  private static final ServerOptions LAZY = ServerOptions.builder().start(StartPolicy.LAZY).build();

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;
  private final FakeMcpServer news = servers.second;
  private final CatalogWatch watch = servers.watch;

  @Test
  void connectsEagerServerInBackground() {
    Latch greeting = new Latch();
    weather.tool("now");
    weather.injectNext("server/discover", Faults.waitFor(greeting));

    servers.start(ToolCatalog.builder().server("weather", weather.transport()));

    greeting.awaitArrival(SOON);
    assertThat(servers.status("weather").state()).isEqualTo(ServerState.CONNECTING);
    assertThat(servers.catalog().tools()).isEmpty();
    greeting.open();
    watch.await("weather connected");
    assertThat(servers.catalog().snapshot().tool("weather__now")).isNotNull();
  }

  @Test
  void buildConnectsServers() {
    weather.tool("now").returns("sunny");
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", weather.transport()).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(catalog.call("weather__now", "{}", CallOptions.defaults()).text())
          .isEqualTo("sunny");
    }
  }

  @Test
  void neverConnectsIfConnectWhenFails() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", weather.transport()).connectWhen(ready).build()) {
      ready.completeExceptionally(new IllegalStateException("the application did not start"));

      assertThat(catalog.awaitReady(Duration.ofMillis(50))).isFalse();
      assertThat(weather.connectionsOpened()).isZero();
    }
  }

  @Test
  void warnsOnceIfConnectWhenIsPending() {
    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("weather", weather.transport())
                .connectWhen(new CompletableFuture<>())
                .build()) {
      assertThat(catalog.awaitReady(Duration.ofMillis(1))).isFalse();
      assertThat(catalog.awaitReady("weather", Duration.ofMillis(1))).isFalse();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .singleElement()
          .asString()
          .contains("awaitReady", "connectWhen", "has not completed");
    }
  }

  @Test
  void warnsOnceOfServersThatAreStillConnecting() {
    FakeMcpServer silent = FakeMcpServer.create();
    silent.inject(Faults.silence());
    try (silent;
        CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("weather", weather.transport())
                .server("silent", silent.transport())
                .build()) {
      assertThat(catalog.awaitReady("weather", SOON)).isTrue();
      assertThat(catalog.awaitReady(Duration.ofMillis(1))).isFalse();
      assertThat(catalog.awaitReady("silent", Duration.ofMillis(1))).isFalse();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .singleElement()
          .asString()
          .contains("awaitReady timed out", "[silent]", "still connecting");
    }
  }

  @Test
  void logsConnectWhenFailure() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("weather", weather.transport())
                .connectWhen(ready)
                .build()) {
      ready.completeExceptionally(new IllegalStateException("the application did not start"));
      assertThat(catalog.awaitReady(Duration.ofMillis(1))).isFalse();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .singleElement()
          .asString()
          .contains("weather", "never connected", "connectWhen failed");
    }
  }

  @Test
  void reportsAllUnavailableRequiredServers() {
    news.tool("latest").returns("headline");
    servers.start(
        ToolCatalog.builder()
            .server("typo", StdioTransport.of("no-such-command-anywhere"), REQUIRED)
            .server(
                "down", StreamableHttpTransport.of("http://user:s3cret@127.0.0.1:1/mcp"), REQUIRED)
            .server("optional", StreamableHttpTransport.of("http://127.0.0.1:2/mcp"))
            .server("news", news.transport(), REQUIRED));
    assertThat(servers.catalog().awaitReady(SOON)).isTrue();

    RequiredServersException report =
        catchThrowableOfType(
            RequiredServersException.class,
            () -> servers.catalog().awaitRequired(Duration.ofMillis(1)));

    assertThat(report)
        .hasMessageContainingAll(
            "2 required MCP servers",
            "\"typo\" (stdio: no-such-command-anywhere)",
            "set `command`",
            "\"down\" (http://127.0.0.1:1/mcp)",
            "setting: url",
            "setting start")
        .hasMessageNotContainingAny("s3cret", "optional\"", "\"news\"");
    assertThat(report.servers()).extracting(ServerStatus::name).containsExactly("typo", "down");
    assertThat(servers.call("news__latest").text())
        .as("the others are not broken")
        .isEqualTo("headline");
  }

  @Test
  void awaitRequiredWaitsForReconnect() throws Exception {
    String url = weather.url();
    weather.http().stop();
    servers.start(
        ToolCatalog.builder().server("weather", StreamableHttpTransport.of(url), REQUIRED));
    watch.await("weather CONNECTING -> DISCONNECTED");

    weather.http().start();
    servers.catalog().awaitRequired(SOON);

    assertThat(servers.status("weather").state()).isEqualTo(ServerState.CONNECTED);
  }

  @Test
  void awaitRequiredFollowsReplacedServer() throws Exception {
    Latch greeting = new Latch();
    weather.inject(Faults.silence());
    news.injectNext("server/discover", Faults.waitFor(greeting));
    servers.start(ToolCatalog.builder().server("weather", weather.transport(), REQUIRED));
    CompletableFuture<ServerState> ready = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                servers.catalog().awaitRequired(SOON);
                ready.complete(servers.status("weather").state());
              } catch (RuntimeException e) {
                ready.completeExceptionally(e);
              }
            });
    waiting.start();
    Waiting.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

    servers.catalog().replace("weather", news.transport(), REQUIRED);
    greeting.awaitArrival(SOON);
    Waiting.until(() -> waiting.getState() == Thread.State.TIMED_WAITING || ready.isDone());
    greeting.open();

    assertThat(ready.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ServerState.CONNECTED);
  }

  @Test
  void awaitReadyFollowsReplacedServer() throws Exception {
    Latch greeting = new Latch();
    weather.inject(Faults.silence());
    news.injectNext("server/discover", Faults.waitFor(greeting));
    servers.start(ToolCatalog.builder().server("weather", weather.transport()));
    CompletableFuture<ServerState> ready = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              servers.catalog().awaitReady("weather", SOON);
              ready.complete(servers.status("weather").state());
            });
    waiting.start();
    Waiting.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

    servers.catalog().replace("weather", news.transport(), ServerOptions.defaults());
    greeting.awaitArrival(SOON);
    Waiting.until(() -> waiting.getState() == Thread.State.TIMED_WAITING || ready.isDone());
    greeting.open();

    assertThat(ready.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ServerState.CONNECTED);
  }

  @Test
  void awaitRequiredFailsImmediatelyIfUnauthorized() {
    weather.inject(Faults.httpStatus(401, Map.of("WWW-Authenticate", "Bearer"), ""));
    servers.start(
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.url()), REQUIRED));

    assertThatThrownBy(() -> servers.catalog().awaitRequired(Duration.ofDays(1)))
        .isInstanceOf(RequiredServersException.class)
        .hasMessageContainingAll("\"weather\"", "NEEDS_AUTHORIZATION", "401", "headers");
  }

  @Test
  void awaitRequiredIgnoresDisabledServer() {
    servers.build(ToolCatalog.builder().server("weather", weather.transport(), REQUIRED));
    servers.catalog().disable("weather", "the operator");

    servers.connect();
    servers.catalog().awaitRequired(Duration.ofDays(1));

    assertThat(weather.connectionsOpened()).isZero();
  }

  @Test
  void snapshotConnectsLazyServer() {
    weather.tool("now").returns("sunny");
    news.tool("latest");
    servers.start(
        ToolCatalog.builder()
            .server("weather", weather.transport(), LAZY)
            .server("news", news.transport()));
    assertThat(servers.catalog().awaitReady(SOON)).as("does not wait for it").isTrue();
    assertThat(servers.status("weather").state()).isEqualTo(ServerState.IDLE);
    assertThat(weather.connectionsOpened()).isZero();

    servers.catalog().snapshot();
    watch.await("weather connected");

    assertThat(servers.call("weather__now").text()).isEqualTo("sunny");
  }

  @Test
  void clientAccessConnectsLazyServer() {
    weather.tool("now");
    servers.start(ToolCatalog.builder().server("weather", weather.transport(), LAZY));

    servers.catalog().client("weather");
    watch.await("weather connected");

    assertThat(servers.catalog().snapshot().tool("weather__now")).isNotNull();
  }

  @Test
  void doesNotConnectLazyServerBeforeStart() {
    servers.build(ToolCatalog.builder().server("weather", weather.transport(), LAZY));

    servers.catalog().snapshot();
    servers.catalog().client("weather");

    assertThat(servers.status("weather").state()).isEqualTo(ServerState.IDLE);
  }
}
