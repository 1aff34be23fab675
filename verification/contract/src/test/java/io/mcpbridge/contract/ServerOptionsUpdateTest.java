package io.mcpbridge.contract;

import static io.mcpbridge.contract.OneServer.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Server options change at once, without reconnecting. */
class ServerOptionsUpdateTest {

  private static final ServerOptions EVERYTHING =
      ServerOptions.builder()
          .timeout(Duration.ofSeconds(20))
          .initializationTimeout(Duration.ofSeconds(21))
          .listTimeout(Duration.ofSeconds(22))
          .idleTimeout(Duration.ofSeconds(23))
          .start(StartPolicy.REQUIRED)
          .maxPages(5)
          .cacheLimits(CacheLimits.none())
          .callLimits(
              CallLimits.builder()
                  .maxConcurrentCalls(3)
                  .circuitBreakerFailureThreshold(7)
                  .maxRetries(0)
                  .build())
          .tool("pid", ToolOptions.builder().description("Its number").build())
          .selection(ToolSelection.builder().disable("other").build())
          .alwaysAllow("*")
          .argumentPolicy(ArgumentPolicy.PASS)
          .trustAnnotations(true)
          .toolChangePolicy(ToolChangePolicy.BLOCK)
          .invisibleCharacters(InvisibleCharacterPolicy.REMOVE)
          .maxResultCharacters(5_000)
          .provenance(true)
          .resourceTools(true)
          .readableResources("file:*")
          .build();

  private final OneServer weather = new OneServer();

  @AfterEach
  void close() {
    weather.close();
  }

  @Test
  void updateKeepsProcessRunning() {
    Transport transport = PidServer.transport();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("p", transport, ServerOptions.defaults()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(40))).isTrue();
      String pid = call(catalog, "p__pid");
      McpClient client = catalog.client("p");

      catalog.update("p", EVERYTHING);

      assertThat(call(catalog, "p__pid")).contains(pid);
      assertThat(catalog.client("p")).isSameAs(client);
      assertThat(catalog.servers().get(0).options()).isEqualTo(EVERYTHING);
      assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED);
      assertThat(catalog.snapshot().tool("p__pid").shown().description()).isEqualTo("Its number");
      assertThat(visibility(catalog, "p__other")).isEqualTo(Visibility.DISABLED);

      catalog.replace("p", transport, ServerOptions.defaults());

      assertThat(call(catalog, "p__pid")).isEqualTo(pid);
      assertThat(call(catalog, "p__other")).isEqualTo("other");
    }
  }

  @Test
  void removesExcludedToolsAndNotifiesListeners() {
    CatalogWatch watch = new CatalogWatch();
    weather.server.tool("now").returns("sunny");
    weather.server.tool("tomorrow").returns("rain");
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", weather.server.transport(), ServerOptions.defaults())
            .listener(watch)
            .build()) {
      watch.await("weather tools +now,tomorrow - ~");

      catalog.update("weather", options(ToolSelection.builder().exclude("tomorrow").build()));

      watch.await("weather tools + -tomorrow ~");
      assertThat(catalog.tools())
          .extracting(CatalogTool::modelName)
          .containsExactly("weather__now");
      catalog.call("weather__tomorrow", "{}", CallOptions.defaults());
      assertThat(weather.server.received("tools/call")).isEmpty();

      catalog.update("weather", ServerOptions.defaults());

      assertThat(call(catalog, "weather__tomorrow")).isEqualTo("rain");
      assertThat(weather.server.connectionsOpened()).isEqualTo(1);
      assertThat(weather.server.received("tools/list")).as("nothing is listed for it").hasSize(1);
    }
  }

  @Test
  void appliesNewOptionsToListingInFlight() {
    weather.server.tool("now").returns("sunny");
    weather.start(ServerOptions.defaults());
    Latch listing = new Latch();
    weather.server.injectNext("tools/list", Faults.waitFor(listing));
    weather.server.tool("drop");
    weather.catalog().refresh("weather");
    listing.awaitArrival(SOON);

    weather.catalog().update("weather", options(ToolSelection.builder().disable("*").build()));
    listing.open();

    Waiting.until(() -> weather.status().tools().size() == 2);
    assertThat(weather.status().tools())
        .extracting(CatalogTool::visibility)
        .containsOnly(Visibility.DISABLED);
  }

  @Test
  void appliesNewTimeoutOnlyToNewCalls() throws Exception {
    Latch latch = new Latch();
    weather.server.tool("slow").returns(FakeResult.text("late").after(latch));
    weather.server.tool("silent").neverAnswers();
    weather.start(ServerOptions.defaults());
    CompletableFuture<ToolOutput> underWay = weather.submit("slow");
    latch.awaitArrival(SOON);

    weather
        .catalog()
        .update("weather", ServerOptions.builder().timeout(Duration.ofMillis(300)).build());

    assertThat(weather.call("silent").isError()).isTrue();
    assertThat(weather.status().errors().get(0).message()).contains("300 ms");
    latch.open();
    assertThat(underWay.get(60, TimeUnit.SECONDS).text()).isEqualTo("late");
    assertThat(weather.server.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void appliesNewMaxConcurrentCalls() throws Exception {
    Latch latch = new Latch();
    weather.server.tool("slow").returns(FakeResult.text("late").after(latch));
    weather.start(ServerOptions.defaults());
    weather.catalog().update("weather", oneAtATime());
    CompletableFuture<ToolOutput> underWay = weather.submit("slow");
    latch.awaitArrival(SOON);

    assertThat(weather.call("slow").isError()).isTrue();
    assertThat(weather.status().errors().get(0).message())
        .contains("CallLimits.maxConcurrentCalls", "CallLimits.maxQueuedCalls");
    latch.open();
    assertThat(underWay.get(60, TimeUnit.SECONDS).text()).isEqualTo("late");
  }

  @Test
  void addsAndRemovesResourceTools() {
    weather.server.resource("file:///a", "a", "text/plain", "of a");
    weather.start(ServerOptions.defaults());

    weather.catalog().update("weather", ServerOptions.builder().resourceTools(true).build());
    assertThat(
            weather
                .catalog()
                .call("weather__read_resource", "{\"uri\": \"file:///a\"}", CallOptions.defaults())
                .text())
        .contains("of a");

    weather
        .catalog()
        .update(
            "weather",
            ServerOptions.builder().resourceTools(true).readableResources("file:///b").build());
    assertThat(
            weather
                .catalog()
                .call("weather__read_resource", "{\"uri\": \"file:///a\"}", CallOptions.defaults())
                .text())
        .doesNotContain("of a");

    weather.catalog().update("weather", ServerOptions.defaults());
    assertThat(weather.catalog().tools()).isEmpty();
    assertThat(weather.server.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void updatesAlwaysAllowList() {
    weather.server.tool("now").returns("sunny");
    ApprovalPolicy nobodyAllows =
        ApprovalPolicy.builder()
            .otherwise(ToolPattern.any(), ApprovalMode.ASK)
            .handler(request -> ApprovalDecision.deny("no"))
            .build();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", weather.server.transport(), ServerOptions.defaults())
            .approval(nobodyAllows)
            .build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(call(catalog, "weather__now")).doesNotContain("sunny");

      catalog.update("weather", ServerOptions.builder().alwaysAllow("now").build());

      assertThat(call(catalog, "weather__now")).isEqualTo("sunny");
      assertThat(weather.server.connectionsOpened()).isEqualTo(1);
    }
  }

  @Test
  void connectsServerThatIsNoLongerLazy() {
    ServerOptions lazy = ServerOptions.builder().start(StartPolicy.LAZY).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", weather.server.transport(), lazy).build()) {
      catalog.update("weather", ServerOptions.defaults());

      weather.server.awaitReceived("tools/list", SOON);
    }
  }

  @Test
  void keepsServerDisabledAndAppliesOptionsWhenEnabled() {
    weather.server.tool("now").returns("sunny");
    weather.start(ServerOptions.defaults());
    weather.catalog().disable("weather", "the operator");

    weather.catalog().update("weather", ServerOptions.builder().provenance(true).build());

    assertThat(weather.status().state()).isEqualTo(ServerState.DISABLED);
    weather.catalog().enable("weather");
    assertThat(weather.catalog().awaitReady(SOON)).isTrue();
    assertThat(weather.call("now").text()).contains("weather", "sunny").isNotEqualTo("sunny");
  }

  @Test
  void changedProtocolVersionIsNegotiatedAgain() {
    weather.server.tool("now").returns("sunny");
    weather.start(ServerOptions.defaults());

    weather
        .catalog()
        .update("weather", ServerOptions.builder().protocolVersion("2025-11-25").build());

    assertThat(weather.catalog().awaitReady(SOON)).isTrue();
    assertThat(weather.call("now").text()).isEqualTo("sunny");
    assertThat(weather.status().info().protocolVersion()).isEqualTo("2025-11-25");
  }

  @Test
  void acceptedToolChangesStayAcceptedWhenTheServerIsRecreated() {
    ServerOptions blocking =
        ServerOptions.builder().toolChangePolicy(ToolChangePolicy.BLOCK).build();
    weather.server.tool("now").description("Now").returns("sunny");
    weather.start(blocking);
    weather.server.tool("now").description("Now, and here").returns("sunny");
    weather.server.announceToolsChanged();
    Waiting.until(() -> visibility(weather.catalog(), "weather__now") == Visibility.DISABLED);
    Latch listing = new Latch();
    weather.server.injectNext("tools/list", Faults.waitFor(listing));

    weather.catalog().acceptToolChanges("weather");
    listing.awaitArrival(SOON);
    weather.catalog().update("weather", blocking.toBuilder().protocolVersion("2025-11-25").build());
    Waiting.until(() -> "2025-11-25".equals(version(weather)));
    listing.open();

    Waiting.until(() -> visibility(weather.catalog(), "weather__now") == Visibility.OFFERED);
    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  private static @Nullable String version(OneServer server) {
    ServerInfo info = server.status().info();
    return info == null ? null : info.protocolVersion();
  }

  @Test
  void rejectsInvalidOptionsAndUnknownServers() {
    weather.server.tool("now").returns("sunny");
    weather.start(ServerOptions.defaults());
    List<ServerOptions> wrong =
        List.of(
            ServerOptions.builder().maxPages(0).provenance(true).build(),
            ServerOptions.builder().protocolVersion("yesterday").build());

    for (ServerOptions options : wrong) {
      assertThatThrownBy(() -> weather.catalog().update("weather", options))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> weather.catalog().update("unknown", ServerOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown");

    assertThat(weather.call("now").text()).isEqualTo("sunny");
    assertThat(weather.status().options()).isEqualTo(ServerOptions.defaults());
    assertThat(weather.server.connectionsOpened()).isEqualTo(1);
  }

  private static ServerOptions oneAtATime() {
    return ServerOptions.builder()
        .callLimits(CallLimits.builder().maxConcurrentCalls(1).maxQueuedCalls(0).build())
        .build();
  }

  private static ServerOptions options(ToolSelection selection) {
    return ServerOptions.builder().selection(selection).build();
  }

  private static Visibility visibility(ToolCatalog catalog, String tool) {
    return catalog.servers().get(0).tools().stream()
        .filter(candidate -> candidate.modelName().equals(tool))
        .findFirst()
        .orElseThrow()
        .visibility();
  }

  private static String call(ToolCatalog catalog, String tool) {
    return catalog.call(tool, "{}", CallOptions.defaults()).text();
  }
}
