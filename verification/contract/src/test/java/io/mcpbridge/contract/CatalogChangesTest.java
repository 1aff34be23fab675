package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers are added, removed and replaced while the catalog runs. */
class CatalogChangesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final CatalogWatch watch = new CatalogWatch();
  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final FakeMcpServer news = FakeMcpServer.create().named("news", "1");
  private final FakeMcpServer spare = FakeMcpServer.create().named("other", "1");
  private ToolCatalog catalog;

  @BeforeEach
  void start() {
    weather.tool("now").returns("sunny");
    news.tool("latest").returns("headline");
    spare.tool("now").returns("other");
    catalog =
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .server("news", news.transport())
            .listener(watch)
            .build();
    watch.await("weather connected");
    watch.await("news connected");
  }

  @AfterEach
  void close() {
    catalog.close();
    weather.close();
    news.close();
    spare.close();
  }

  private String call(String name) {
    return catalog.call(name, "{}", CallOptions.defaults()).text();
  }

  private CompletableFuture<ToolOutput> callInBackground(String name) {
    return inBackground(() -> catalog.call(name, "{}", CallOptions.defaults()));
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    Thread worker =
        new Thread(
            () -> {
              try {
                outcome.complete(work.get());
              } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
              }
            });
    worker.setDaemon(true);
    worker.start();
    return outcome;
  }

  private static ToolOutput get(CompletableFuture<ToolOutput> output) throws Exception {
    return output.get(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  private ServerStatus status(String name) {
    return catalog.servers().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void addsServerWithoutRelistingOthers() {
    catalog.add("third", spare.transport(), ServerOptions.defaults());
    watch.await("third connected");

    assertThat(catalog.tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("weather__now", "news__latest", "third__now");
    assertThat(call("third__now")).isEqualTo("other");
    assertThat(weather.received("tools/list")).as("is not listed again").hasSize(1);
  }

  @Test
  void addingDoesNotWaitForTheServer() {
    spare.inject(Faults.silence());

    catalog.add("third", spare.transport(), ServerOptions.defaults());

    assertThat(status("third").state()).isEqualTo(ServerState.CONNECTING);
    assertThat(call("weather__now")).isEqualTo("sunny");
  }

  @Test
  void replaceKeepsOrderAndOtherServers() throws Exception {
    Latch latch = new Latch();
    news.tool("slow").returns(FakeResult.text("late").after(latch));
    catalog.refresh("news");
    watch.await("news tools +slow - ~");
    CompletableFuture<ToolOutput> underWay = callInBackground("news__slow");
    latch.awaitArrival(SOON);

    catalog.replace("weather", spare.transport(), ServerOptions.defaults());
    watch.await("weather connected", 2);

    assertThat(catalog.tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("weather__now", "news__latest", "news__slow");
    assertThat(call("weather__now")).isEqualTo("other");
    latch.open();
    assertThat(get(underWay).text()).isEqualTo("late");
    assertThat(news.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void inFlightCallsCompleteAfterReplace() throws Exception {
    Latch latch = new Latch();
    weather.tool("now").returns(FakeResult.text("late").after(latch));
    CompletableFuture<ToolOutput> underWay = callInBackground("weather__now");
    latch.awaitArrival(SOON);

    catalog.replace("weather", spare.transport(), ServerOptions.defaults());
    watch.await("weather connected", 2);
    assertThat(call("weather__now")).isEqualTo("other");
    latch.open();

    assertThat(get(underWay).text()).isEqualTo("late");
  }

  @Test
  void keepsToolsWhileServerOptionsAreReplaced() {
    Latch greeting = new Latch();
    weather.injectNext("server/discover", Faults.waitFor(greeting));
    CatalogSnapshot before = catalog.snapshot();

    catalog.replace(
        "weather",
        weather.transport(),
        ServerOptions.builder().timeout(Duration.ofSeconds(5)).build());

    greeting.awaitArrival(SOON);
    assertThat(catalog.snapshot()).as("publishes no new snapshot").isSameAs(before);
    assertThat(status("weather").options().timeout()).isEqualTo(Duration.ofSeconds(5));
    greeting.open();
    watch.await("weather connected", 2);
    assertThat(call("weather__now")).isEqualTo("sunny");
  }

  @Test
  void replaceWithDifferentAddressRemovesTools() {
    spare.inject(Faults.silence());

    catalog.replace("weather", StreamableHttpTransport.of(spare.url()), ServerOptions.defaults());

    assertThat(catalog.snapshot().tool("weather__now")).isNull();
    watch.await("weather tools + -now ~");
  }

  @Test
  void replaceWithInvalidOptionsChangesNothing() {
    ServerOptions wrong = ServerOptions.builder().protocolVersion("yesterday").build();

    assertThatThrownBy(() -> catalog.replace("weather", weather.transport(), wrong))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(call("weather__now")).isEqualTo("sunny");
  }

  @Test
  void removesServerAtOnceAndCompletesInFlightCalls() throws Exception {
    Latch latch = new Latch();
    weather.tool("now").returns(FakeResult.text("late").after(latch));
    CompletableFuture<ToolOutput> underWay = callInBackground("weather__now");
    latch.awaitArrival(SOON);

    catalog.remove("weather");

    assertThat(catalog.servers()).extracting(ServerStatus::name).containsExactly("news");
    assertThat(catalog.tools()).extracting(CatalogTool::modelName).containsExactly("news__latest");
    assertThat(call("weather__now")).contains("no tool named weather__now");
    latch.open();
    assertThat(get(underWay).text()).isEqualTo("late");
    watch.await("weather CONNECTED -> CLOSED");
  }

  @Test
  void disabledServerIsListedWithDisabledBy() {
    catalog.disable("weather", "the operator");

    ServerStatus disabled = status("weather");
    assertThat(disabled.state()).isEqualTo(ServerState.DISABLED);
    assertThat(disabled.disabledBy()).isEqualTo("the operator");
    assertThat(disabled.reason()).isEqualTo("disabled by the operator");
    assertThat(catalog.snapshot().tool("weather__now")).isNull();
    watch.await("weather CONNECTED -> DISABLED");
    assertThatThrownBy(() -> catalog.client("weather"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("disabled by the operator");

    catalog.refresh("weather");
    catalog.restart("weather");
    catalog.refresh();
    assertThat(status("weather").state()).isEqualTo(ServerState.DISABLED);

    catalog.enable("weather");
    watch.await("weather connected", 2);
    assertThat(call("weather__now")).isEqualTo("sunny");
    assertThat(catalog.tools()).extracting(CatalogTool::server).containsExactly("weather", "news");
    assertThat(weather.connectionsOpened()).isEqualTo(2);
  }

  /** A view's filter is application code, and may be slow after the tool list was read. */
  private CompletableFuture<ToolOutput> callAfterTheListWasRead(String name, Latch latch) {
    ToolView view =
        catalog.view(
            tool -> {
              try {
                latch.pass();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return true;
            });
    CompletableFuture<ToolOutput> output =
        inBackground(() -> view.call(name, "{}", CallOptions.defaults()));
    latch.awaitArrival(SOON);
    return output;
  }

  @Test
  void doesNotSendPendingCallToDisabledServer() throws Exception {
    Latch latch = new Latch();
    CompletableFuture<ToolOutput> call = callAfterTheListWasRead("weather__now", latch);

    catalog.disable("weather", "the operator");
    latch.open();

    assertThat(get(call).text()).contains("weather is disabled").doesNotContain("Available tools:");
    assertThat(weather.received("tools/call")).isEmpty();
    assertThat(weather.connectionsOpened()).isEqualTo(1);
    assertThat(status("weather").state()).isEqualTo(ServerState.DISABLED);
  }

  @Test
  void doesNotSendPendingCallOfDisabledOrExcludedTool() throws Exception {
    weather.tool("later").returns("rain");
    catalog.refresh("weather");
    watch.await("weather tools +later - ~");
    Latch latch = new Latch();
    CompletableFuture<ToolOutput> now = callAfterTheListWasRead("weather__now", latch);
    CompletableFuture<ToolOutput> later = callAfterTheListWasRead("weather__later", latch);

    catalog.replace(
        "weather",
        weather.transport(),
        ServerOptions.builder()
            .selection(ToolSelection.builder().disable("now").exclude("later").build())
            .build());
    latch.open();

    assertThat(get(now).text()).isEqualTo("weather__now is disabled; go on without it.");
    assertThat(get(later).text()).contains("no tool named weather__later");
    assertThat(weather.received("tools/call")).isEmpty();
  }

  @Test
  void enableAllKeepsServersDisabledByOthers() {
    catalog.disable("news", "mcp.json");

    catalog.disableAll("the operator");
    assertThat(catalog.servers())
        .extracting(ServerStatus::reason)
        .containsExactly("disabled by the operator", "disabled by mcp.json");
    assertThat(catalog.tools()).isEmpty();

    catalog.enableAll("the operator");
    watch.await("weather connected", 2);
    assertThat(catalog.servers())
        .extracting(ServerStatus::state)
        .containsExactly(ServerState.CONNECTED, ServerState.DISABLED);
  }

  @Test
  void replacedServerStaysDisabled() {
    catalog.disable("weather", "the operator");

    catalog.replace("weather", spare.transport(), ServerOptions.defaults());

    assertThat(status("weather").state()).isEqualTo(ServerState.DISABLED);
    catalog.enable("weather");
    watch.await("weather connected", 2);
    assertThat(call("weather__now")).isEqualTo("other");
  }

  @Test
  void restartReconnectsAndKeepsTools() {
    Latch greeting = new Latch();
    weather.injectNext("server/discover", Faults.waitFor(greeting));

    catalog.restart("weather");

    greeting.awaitArrival(SOON);
    assertThat(catalog.snapshot().tool("weather__now")).isNotNull();
    greeting.open();
    watch.await("weather connected", 2);
    assertThat(weather.connectionsOpened()).isEqualTo(2);
    assertThat(news.connectionsOpened()).isEqualTo(1);
    assertThat(call("weather__now")).isEqualTo("sunny");
  }

  @Test
  void restartOfAllReconnectsEachServerThatIsEnabled() {
    catalog.disable("news", "the operator");

    catalog.restart();

    watch.await("weather connected", 2);
    assertThat(weather.connectionsOpened()).isEqualTo(2);
    assertThat(news.connectionsOpened()).isEqualTo(1);
    assertThat(status("news").state()).isEqualTo(ServerState.DISABLED);
  }

  @Test
  void refreshesOneServerOrAll() {
    weather.tool("later");
    catalog.refresh("weather");
    watch.await("weather tools +later - ~");
    assertThat(news.received("tools/list")).hasSize(1);

    news.tool("older");
    catalog.refresh();
    watch.await("news tools +older - ~");
    weather.awaitReceived("tools/list", 3, SOON);
  }

  @Test
  void rejectsUnknownAndDuplicateServers() {
    assertThatThrownBy(
            () -> catalog.replace("unknown", spare.transport(), ServerOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown server \"unknown\"; known servers: [weather, news]");
    assertThatThrownBy(() -> catalog.add("news", spare.transport(), ServerOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two servers named \"news\"");

    catalog.close();

    assertThatThrownBy(() -> catalog.add("third", spare.transport(), ServerOptions.defaults()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the catalog is closed");
  }

  @Test
  void closeEndsCallsOfRemovedServer() throws Exception {
    Latch latch = new Latch();
    weather.tool("now").returns(FakeResult.text("late").after(latch));
    CompletableFuture<ToolOutput> underWay = callInBackground("weather__now");
    latch.awaitArrival(SOON);
    catalog.remove("weather");

    catalog.close();

    assertThat(get(underWay).isError()).isTrue();
    latch.open();
  }

  @Test
  void repeatedAddAndRemoveLeaksNothing() {
    for (int i = 0; i < 20; i++) {
      catalog.add("guest", spare.transport(), ServerOptions.defaults());
      watch.await("guest connected", i + 1);
      catalog.remove("guest");
    }

    assertThat(catalog.servers()).hasSize(2);
    assertThat(spare.connectionsOpened()).isEqualTo(20);
  }
}
