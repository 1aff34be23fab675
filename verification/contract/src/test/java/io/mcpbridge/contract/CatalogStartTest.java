package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.catalog.RequiredServersException;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.StartPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Gate;
import io.mcpbridge.test.Misbehaviours;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When servers of a catalogue are connected, and who waits for that. */
class CatalogStartTest {

  private static final Duration SOON = Duration.ofSeconds(15);
  private static final ServerOptions REQUIRED =
      ServerOptions.builder().start(StartPolicy.REQUIRED).build();
  private static final ServerOptions LAZY = ServerOptions.builder().start(StartPolicy.LAZY).build();

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
  }

  private ServerStatus status(String name) {
    return catalog.servers().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void anEagerServerIsConnectedInTheBackground() {
    Gate greeting = new Gate();
    weather.tool("now");
    weather.nextAnswer("server/discover", Misbehaviours.waitFor(greeting));

    start(ToolCatalog.builder().server("weather", weather.transport()));

    greeting.awaitArrival(SOON);
    assertThat(status("weather").state()).isEqualTo(ServerState.CONNECTING);
    assertThat(catalog.snapshot().tools()).isEmpty();
    greeting.open();
    watch.await("weather connected");
    assertThat(catalog.snapshot().tool("weather__now")).isNotNull();
  }

  @Test
  void startingTwiceIsStartingOnce() {
    start(ToolCatalog.builder().server("weather", weather.transport()));
    catalog.start();
    watch.await("weather connected");
    catalog.start();

    assertThat(catalog.awaitReady(SOON)).isTrue();
    assertThat(weather.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void whatIsRequiredAndNotThereIsOneClearReport() {
    news.tool("latest").returns(FakeResult.text("headline"));
    start(
        ToolCatalog.builder()
            .server("typo", StdioTransport.of("no-such-command-anywhere"), REQUIRED)
            .server(
                "down", StreamableHttpTransport.of("http://user:s3cret@127.0.0.1:1/mcp"), REQUIRED)
            .server("optional", StreamableHttpTransport.of("http://127.0.0.1:2/mcp"))
            .server("news", news.transport(), REQUIRED));
    assertThat(catalog.awaitReady(SOON)).isTrue();

    RequiredServersException report =
        catchThrowableOfType(
            RequiredServersException.class, () -> catalog.awaitRequired(Duration.ofMillis(1)));

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
    assertThat(catalog.call("news__latest", "{}", CallOptions.defaults()).text())
        .as("the others are not broken")
        .isEqualTo("headline");
  }

  @Test
  void whatIsRequiredMayComeLate() throws Exception {
    String url = weather.http().url();
    weather.http().stop();
    start(ToolCatalog.builder().server("weather", StreamableHttpTransport.of(url), REQUIRED));
    watch.await("weather CONNECTING -> DISCONNECTED");

    weather.http().start();
    catalog.awaitRequired(SOON);

    assertThat(status("weather").state()).isEqualTo(ServerState.CONNECTED);
  }

  @Test
  void whatIsRequiredMayBeReplacedWhileItIsWaitedFor() throws Exception {
    Gate greeting = new Gate();
    weather.misbehave(Misbehaviours.silence());
    news.nextAnswer("server/discover", Misbehaviours.waitFor(greeting));
    start(ToolCatalog.builder().server("weather", weather.transport(), REQUIRED));
    CompletableFuture<ServerState> ready = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                catalog.awaitRequired(SOON);
                ready.complete(status("weather").state());
              } catch (RuntimeException e) {
                ready.completeExceptionally(e);
              }
            });
    waiting.start();
    Waiting.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

    catalog.replace("weather", news.transport(), REQUIRED);
    greeting.awaitArrival(SOON);
    Waiting.until(() -> waiting.getState() == Thread.State.TIMED_WAITING || ready.isDone());
    greeting.open();

    assertThat(ready.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ServerState.CONNECTED);
  }

  @Test
  void whatIsRequiredAndRefusesTheCredentialsIsNotWaitedFor() {
    weather.misbehave(Misbehaviours.httpStatus(401, Map.of("WWW-Authenticate", "Bearer"), ""));
    start(
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.http().url()), REQUIRED));

    assertThatThrownBy(() -> catalog.awaitRequired(Duration.ofDays(1)))
        .isInstanceOf(RequiredServersException.class)
        .hasMessageContainingAll("\"weather\"", "NEEDS_AUTHORIZATION", "401", "headers");
  }

  @Test
  void whatIsRequiredAndDisabledIsNotMissed() {
    catalog = ToolCatalog.builder().server("weather", weather.transport(), REQUIRED).build();
    catalog.disable("weather", "the operator");

    catalog.start().awaitRequired(Duration.ofDays(1));

    assertThat(weather.connectionsOpened()).isZero();
  }

  @Test
  void aLazyServerIsConnectedWhenTheListIsAskedFor() {
    weather.tool("now").returns(FakeResult.text("sunny"));
    news.tool("latest");
    start(
        ToolCatalog.builder()
            .server("weather", weather.transport(), LAZY)
            .server("news", news.transport()));
    assertThat(catalog.awaitReady(SOON)).as("does not wait for it").isTrue();
    assertThat(status("weather").state()).isEqualTo(ServerState.IDLE);
    assertThat(weather.connectionsOpened()).isZero();

    catalog.snapshot();
    watch.await("weather connected");

    assertThat(catalog.call("weather__now", "{}", CallOptions.defaults()).text())
        .isEqualTo("sunny");
  }

  @Test
  void aLazyServerIsConnectedWhenItIsAskedForByName() {
    weather.tool("now");
    start(ToolCatalog.builder().server("weather", weather.transport(), LAZY));

    catalog.client("weather");
    watch.await("weather connected");

    assertThat(catalog.snapshot().tool("weather__now")).isNotNull();
  }

  @Test
  void aCatalogueThatIsNotStartedWakesNobody() {
    catalog = ToolCatalog.builder().server("weather", weather.transport(), LAZY).build();

    catalog.snapshot();
    catalog.client("weather");

    assertThat(status("weather").state()).isEqualTo(ServerState.IDLE);
  }
}
