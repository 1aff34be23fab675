package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolNames;
import io.mcpbridge.catalog.ToolOptions;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Gate;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.Misbehaviours;
import io.mcpbridge.test.Revisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What many servers promise as one set of tools. */
@ExtendWith(LeakCheck.class)
class CatalogTest {

  private static final Duration SOON = Duration.ofSeconds(15);

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

  private void start() {
    start(ServerOptions.defaults());
  }

  private void start(ServerOptions options) {
    catalog =
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.http().url()), options)
            .server("news", news.transport(), options)
            .build()
            .start();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private ToolOutput call(String name, String arguments) {
    return catalog.call(name, arguments, CallOptions.defaults());
  }

  @Test
  void buildingConnectsNothing() {
    catalog = ToolCatalog.builder().server("weather", weather.transport()).build();

    assertThat(catalog.snapshot().tools()).isEmpty();
    assertThat(weather.connectionsOpened()).isZero();
    assertThat(catalog.servers()).extracting(ServerStatus::state).containsExactly(ServerState.IDLE);
  }

  @Test
  void toolsOfTheSameNameStandSideBySide() {
    weather.tool("search").returns(FakeResult.text("rain"));
    news.tool("search").returns(FakeResult.text("headline"));
    start();

    assertThat(catalog.snapshot().tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("weather__search", "news__search");
    assertThat(call("weather__search", "{}").text()).isEqualTo("rain");
    assertThat(call("news__search", "{}").text()).isEqualTo("headline");
  }

  @Test
  void aDeadServerIsNamedAndTheOthersWork() {
    news.tool("search").returns(FakeResult.text("headline"));
    catalog =
        ToolCatalog.builder()
            .server("typo", StdioTransport.of("no-such-command-anywhere"))
            .server("refuses", StreamableHttpTransport.of("http://127.0.0.1:1/mcp"))
            .server("news", news.transport())
            .build()
            .start();
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(call("news__search", "{}").text()).isEqualTo("headline");
    List<ServerStatus> servers = catalog.servers();
    assertThat(servers)
        .extracting(ServerStatus::state)
        .containsExactly(ServerState.DISCONNECTED, ServerState.DISCONNECTED, ServerState.CONNECTED);
    assertThat(servers.get(0).reason()).contains("no-such-command-anywhere", "PATH", "command");
    assertThat(servers.get(1).reason()).contains("127.0.0.1", "url");
  }

  @Test
  void aServerThatNeverAnswersDelaysNobody() {
    weather.misbehave(Misbehaviours.silence());
    news.tool("search").returns(FakeResult.text("headline"));
    catalog =
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.http().url()))
            .server("news", news.transport())
            .build()
            .start();

    await(() -> !catalog.snapshot().tools().isEmpty());
    assertThat(call("news__search", "{}").text()).isEqualTo("headline");
  }

  @Test
  void theSnapshotIsTheSameObjectUntilSomethingChanges() {
    weather.tool("a");
    news.speaking(Revisions.V2025_11_25);
    start();
    CatalogSnapshot before = catalog.snapshot();
    assertThat(catalog.snapshot()).isSameAs(before);

    news.tool("fresh").returns(FakeResult.text("new"));
    news.announceToolsChanged();
    await(() -> catalog.snapshot().tool("news__fresh") != null);

    assertThat(before.tool("news__fresh")).isNull();
    assertThat(call("news__fresh", "{}").text()).isEqualTo("new");
    assertThat(weather.received("tools/list")).as("the other server is left alone").hasSize(1);
  }

  @Test
  void aServerThatGoesAwayIsAnsweredForAndComesBackByItself() {
    weather.tool("now").returns(FakeResult.text("sunny"));
    start();
    weather.http().stop();

    ToolOutput lost = call("weather__now", "{}");
    // Each connection that was open is found to be broken by the call that it is used for.
    await(() -> call("weather__now", "{}").failure() instanceof McpConnectException);
    ToolOutput away = call("weather__now", "{}");

    assertThat(lost.isError()).isTrue();
    assertThat(lost.text()).doesNotContain("127.0.0.1");
    assertThat(away.text()).contains("weather__now is temporarily unavailable");
    assertThat(away.failure()).isInstanceOf(McpConnectException.class);
    assertThat(catalog.snapshot().tool("weather__now")).as("stays listed").isNotNull();

    weather.http().start();
    await(() -> !call("weather__now", "{}").isError());
    assertThat(call("weather__now", "{}").text()).isEqualTo("sunny");
  }

  @Test
  void aProcessThatDiesIsStartedAgain() {
    news.tool("now").returns(FakeResult.text("headline"));
    try (RelayDoor door = RelayDoor.open(news, SOON)) {
      catalog = ToolCatalog.builder().server("news", door.transport()).build().start();
      assertThat(catalog.awaitReady(SOON)).isTrue();

      news.disconnectAll();
      await(() -> catalog.servers().get(0).state() != ServerState.CONNECTED);
      await(() -> catalog.servers().get(0).state() == ServerState.CONNECTED);

      assertThat(call("news__now", "{}").text()).isEqualTo("headline");
    }
  }

  @Test
  void aProcessThatIsInUseAgainIsNotStartedOnceMore() {
    news.tool("now").returns(FakeResult.text("headline"));
    try (RelayDoor door = RelayDoor.open(news, SOON)) {
      catalog = ToolCatalog.builder().server("news", door.transport()).build().start();
      assertThat(catalog.awaitReady(SOON)).isTrue();
      McpClient client = catalog.client("news");

      news.disconnectAll();
      await(() -> !client.isConnected());
      assertThat(client.callTool("now", "{}").text()).isEqualTo("headline");
      news.clearReceived();
      news.awaitReceived("tools/list", SOON); // it may have changed

      assertThat(news.connectionsOpened()).isEqualTo(2);
    }
  }

  @Test
  void whatAnHttpServerSaysByItselfIsHeard() {
    weather.speaking(Revisions.V2025_11_25).tool("a");
    start();

    weather.tool("b");
    weather.announceToolsChanged();

    await(() -> catalog.snapshot().tools().size() == 2);
  }

  @Test
  void whatAServerWithoutSessionsHasToBeAskedForIsHeard() {
    weather.speaking(Revisions.V2026_07_28).tool("a");
    news.speaking(Revisions.V2026_07_28).tool("a");
    start();
    assertThat(weather.received("tools/list")).as("listened to before").hasSize(1);

    weather.tool("b");
    weather.announceToolsChanged();
    news.removeTool("a");
    news.announceToolsChanged();

    await(() -> catalog.snapshot().tool("weather__b") != null);
    await(() -> catalog.snapshot().tool("news__a") == null);
    weather.subscriptions().end();
    weather.tool("c");
    await(() -> catalog.snapshot().tool("weather__c") != null);
  }

  @Test
  void aReasonToListAgainIsOneHoweverLongTheListWasToLast() {
    weather.speaking(Revisions.V2026_07_28).capabilities("{\"tools\": {}}").tool("a");
    weather.misbehave(
        "tools/list",
        turn ->
            turn.answer(
                right ->
                    List.of(
                        right
                            .with(
                                "result",
                                right
                                    .object("result")
                                    .with("ttlMs", 3_600_000)
                                    .with("cacheScope", "public"))
                            .toMap())));
    start();
    weather.removeTool("a").tool("b");

    assertThat(call("weather__a", "{}").isError()).isTrue();

    await(() -> catalog.snapshot().tool("weather__b") != null);
  }

  @Test
  void aServerThatKeepsItsListenersWaitingIsListedNevertheless() {
    weather.speaking(Revisions.V2026_07_28).tool("a").returns(FakeResult.text("a"));
    weather.subscriptions().neverAcknowledging();

    start();

    assertThat(call("weather__a", "{}").text()).isEqualTo("a");
    weather.awaitReceived("subscriptions/listen", SOON);
  }

  @Test
  void aSessionThatIsForgottenWhileNobodyCallsIsBegunAgain() {
    weather.speaking(Revisions.V2025_11_25).tool("a").returns(FakeResult.text("a"));
    start();
    weather.forgetSessions();
    weather.named("weather", "2").tool("b");

    weather.disconnectAll();

    await(() -> catalog.snapshot().tools().size() == 2);
    assertThat(catalog.servers().get(0).info().implementation().version()).isEqualTo("2");
    assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED);
    assertThat(call("weather__a", "{}").text()).isEqualTo("a");
    assertThat(weather.received("initialize")).hasSize(2);
  }

  @Test
  void whatGoesWrongIsASentenceForTheModelAndAnExceptionForTheDeveloper() {
    weather.tool("refuses").returns(FakeResult.failure(-32602, "city is missing"));
    weather.tool("stuck").neverAnswers();
    weather.tool("fails").returns(FakeResult.error("no such city"));
    start(ServerOptions.builder().timeout(Duration.ofMillis(300)).build());

    ToolOutput refused = call("weather__refuses", "{}");
    assertThat(refused.text())
        .isEqualTo("The call of weather__refuses was refused: city is missing");
    assertThat(refused.failure()).isInstanceOf(McpErrorResponseException.class);

    ToolOutput stuck = call("weather__stuck", "{}");
    assertThat(stuck.text()).startsWith("weather__stuck did not answer in time");
    assertThat(stuck.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"weather\"", "stuck", "300 ms (setting timeout)");

    ToolOutput failed = call("weather__fails", "{}");
    assertThat(failed.isError()).isTrue();
    assertThat(failed.text()).isEqualTo("no such city");
    assertThat(failed.failure()).isNull();

    assertThat(call("weather__nobody", "{}").text()).contains("no tool named weather__nobody");
    assertThat(call("weather__fails", "{oops").text())
        .contains("arguments of weather__fails cannot be read", "line 1");
    assertThat(weather.received("tools/call")).hasSize(3);
  }

  @Test
  void aToolMayHaveATimeLimitOfItsOwn() {
    weather.tool("stuck").neverAnswers();
    start(
        ServerOptions.builder()
            .tool("stuck", ToolOptions.builder().timeout(Duration.ofMillis(300)).build())
            .build());

    ToolOutput stuck = call("weather__stuck", "{}");

    assertThat(stuck.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("300 ms");
  }

  @Test
  void whatWasNeverSentDidNotRun() {
    weather.speaking(Revisions.V2025_11_25).tool("a").returns(FakeResult.text("a"));
    start(ServerOptions.builder().timeout(Duration.ofMillis(500)).build());
    weather.forgetSessions();
    weather.misbehave("initialize", Misbehaviours.silence());

    ToolOutput output = call("weather__a", "{}");

    assertThat(output.failure()).isInstanceOf(McpTimeoutException.class);
    assertThat(output.failure().isNothingSent()).isTrue();
    assertThat(output.text()).contains("temporarily unavailable; it did not run");
  }

  @Test
  void inputThatIsRefusedOrAskedForWithoutEndIsToldToTheModel() {
    news.tool("endless")
        .handler(
            call -> FakeResult.inputRequired("{\"r\": {\"method\": \"roots/list\"}}", "state"));
    news.tool("sampling")
        .handler(
            call ->
                FakeResult.inputRequired(
                    "{\"r\": {\"method\": \"sampling/createMessage\", \"params\":"
                        + " {\"messages\": [], \"maxTokens\": 1}}}",
                    "state"));
    catalog =
        ToolCatalog.builder()
            .server("news", news.transport())
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots((request, context) -> new ListRootsResult(List.of()))
                    .createMessage(
                        (request, context) -> {
                          throw new McpInputRefusedException("the user does not want that");
                        })
                    .build())
            .build()
            .start();
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(call("news__endless", "{}").text())
        .isEqualTo("news__endless asked for input again and again; go on without it.");
    assertThat(call("news__sampling", "{}").text())
        .isEqualTo("news__sampling needs input that it did not get: the user does not want that.");
  }

  @Test
  void aServerThatRefusesTheCredentialsSaysSo() {
    weather.misbehave(Misbehaviours.httpStatus(401, Map.of("WWW-Authenticate", "Bearer"), ""));
    start();

    ServerStatus status = catalog.servers().get(0);
    assertThat(status.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
    assertThat(status.reason()).contains("401", "headers");
  }

  @Test
  void theRefusedCredentialsOfOneCallerLeaveTheOthersTheirSession() {
    weather.tool("a").returns(FakeResult.text("a"));
    start();
    weather.nextAnswer("tools/call", Misbehaviours.httpStatus(401));

    assertThat(call("weather__a", "{}").isError()).isTrue();

    assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED);
    weather.awaitReceived("tools/list", 2, SOON);
    assertThat(call("weather__a", "{}").text()).isEqualTo("a");
    assertThat(weather.received("server/discover")).as("greeted once").hasSize(1);

    weather.misbehave(Misbehaviours.httpStatus(401));
    assertThat(call("weather__a", "{}").isError()).isTrue();
    await(() -> catalog.servers().get(0).state() == ServerState.NEEDS_AUTHORIZATION);
  }

  @Test
  void aServerIsHeardAlsoIfACallFailsWhileItIsListed() {
    weather.speaking(Revisions.V2026_07_28).tool("a").returns(FakeResult.text("a"));
    start();
    Gate listing = new Gate();
    weather.nextAnswer("tools/call", Misbehaviours.httpStatus(401));
    weather.nextAnswer("tools/list", Misbehaviours.waitFor(listing));

    assertThat(call("weather__a", "{}").isError()).isTrue();
    assertThat(call("weather__a", "{}").text()).isEqualTo("a");
    listing.awaitArrival(SOON);
    weather.nextAnswer("tools/call", Misbehaviours.httpStatus(401));
    assertThat(call("weather__a", "{}").isError()).isTrue();
    listing.open();

    await(() -> catalog.servers().get(0).state() == ServerState.CONNECTED);
    weather.tool("b");
    await(
        () -> {
          weather.announceToolsChanged();
          return catalog.snapshot().tool("weather__b") != null;
        });
  }

  @Test
  void oneBrokenCallDoesNotTakeTheOtherToolsAway() {
    weather.tool("now").returns(FakeResult.text("sunny"));
    start();
    weather.nextAnswer("tools/call", Misbehaviours.disconnect());

    assertThat(call("weather__now", "{}").text()).contains("whether it took effect is unknown");
    assertThat(call("weather__now", "{}").text()).isEqualTo("sunny");
    assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED);
  }

  @Test
  void aServerThatComesBackInAnotherEraIsGreetedAnew() {
    weather.speaking(Revisions.V2026_07_28).tool("now").returns(FakeResult.text("sunny"));
    start();
    weather.http().stop();
    assertThat(call("weather__now", "{}").isError()).isTrue();

    weather.speaking(Revisions.V2025_06_18);
    weather.http().start();

    await(() -> !call("weather__now", "{}").isError());
    await(() -> catalog.servers().get(0).info().protocolVersion().equals(Revisions.V2025_06_18));
  }

  @Test
  void manyLostCallsAreOneReconnect() {
    Gate gate = new Gate();
    news.tool("slow").returns(FakeResult.text("late").after(gate));
    try (RelayDoor door = RelayDoor.open(news, SOON)) {
      catalog = ToolCatalog.builder().server("news", door.transport()).build().start();
      assertThat(catalog.awaitReady(SOON)).isTrue();
      List<CompletableFuture<ToolOutput>> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        calls.add(
            CompletableFuture.supplyAsync(
                () -> call("news__slow", "{}"),
                Executors.newCachedThreadPool(CatalogTest::daemon)));
      }
      news.awaitReceived("tools/call", 20, SOON);

      news.disconnectAll();
      calls.forEach(call -> assertThat(call.join().isError()).isTrue());
      gate.open();
      await(() -> !call("news__slow", "{}").isError());

      assertThat(news.connectionsOpened()).isEqualTo(2);
    }
  }

  @Test
  void anAnswerThatIsNoListKeepsTheLastOne() {
    news.speaking(Revisions.V2025_11_25).tool("search");
    start();
    news.nextAnswer(
        "tools/list",
        turn -> turn.answer(right -> List.of(right.with("result", Map.of()).toMap())));

    news.announceToolsChanged();
    await(() -> catalog.servers().get(1).state() != ServerState.CONNECTED);

    assertThat(catalog.servers().get(1).reason()).contains("tools/list has no array");
    assertThat(catalog.snapshot().tool("news__search")).isNotNull();
    await(() -> catalog.servers().get(1).state() == ServerState.CONNECTED);
  }

  @Test
  void aServersWordsAreOneShortLineInReasonsAndLogs() {
    String words = "no\n2026-01-01 ERROR forged " + "x".repeat(100_000);
    news.misbehave("tools/list", Misbehaviours.error(-32603, words));
    start();

    assertThat(catalog.servers().get(1).reason())
        .startsWith("the server answered with error -32603: no 2026-01-01 ERROR forged xxx")
        .hasSizeLessThan(500)
        .hasLineCount(1);
  }

  @Test
  void whatTheApplicationsOwnCodeThrowsDoesNotReachTheAgent() {
    weather.tool("now").returns(FakeResult.text("sunny"));
    AtomicBoolean vaultIsDown = new AtomicBoolean();
    catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                StreamableHttpTransport.builder(URI.create(weather.http().url()))
                    .credentials(
                        request -> {
                          if (vaultIsDown.get()) {
                            throw new IllegalStateException("the vault is down");
                          }
                          return Map.of();
                        })
                    .build())
            .build()
            .start();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    vaultIsDown.set(true);

    ToolOutput output = call("weather__now", "{}");

    assertThat(output.isError()).isTrue();
    assertThat(output.text()).doesNotContain("vault");
    assertThat(output.failure()).isNotNull();
  }

  @Test
  void aListThatChangesWhileItIsReadIsReadAgain() {
    news.speaking(Revisions.V2025_11_25).pageSize(1);
    news.tool("a");
    news.tool("b");
    news.nextAnswer(
        "tools/list",
        turn -> turn.answer(),
        turn -> {
          news.removeTool("a").tool("c");
          for (int i = 0; i < 100; i++) {
            news.announceToolsChanged();
          }
          turn.answer();
        });

    start();

    await(() -> catalog.snapshot().tool("news__c") != null);
    await(() -> catalog.snapshot().tool("news__a") == null);
    assertThat(catalog.snapshot().tool("news__b")).isNotNull();
    assertThat(news.received("tools/list").size()).as("two pages, and not 100 times").isLessThan(8);
  }

  /** As behind a load balancer whose nodes have different tools. */
  @Test
  void aToolThatTheServerNoLongerKnowsLeadsToANewList() {
    weather.tool("gone").returns(FakeResult.text("here"));
    weather.tool("stays").returns(FakeResult.text("here"));
    start();
    weather.removeTool("gone");

    assertThat(call("weather__gone", "{}").failure()).isInstanceOf(McpErrorResponseException.class);

    await(() -> catalog.snapshot().tool("weather__gone") == null);
    assertThat(call("weather__stays", "{}").text()).isEqualTo("here");
    assertThat(weather.received("tools/list")).hasSize(2);
  }

  @Test
  void anErrorOfTheToolItselfLeavesTheListAlone() {
    weather.tool("fails").returns(FakeResult.failure(-32603, "out of memory"));
    news.tool("unknown").returns(FakeResult.failure(-32602, "no such tool"));
    start();

    assertThat(call("weather__fails", "{}").isError()).isTrue();
    assertThat(call("news__unknown", "{}").isError()).isTrue();

    await(() -> news.received("tools/list").size() == 2);
    assertThat(weather.received("tools/list")).as("was asked before news, if at all").hasSize(1);
  }

  @Test
  void twoToolsThatContriveTheSameNameAreOne() {
    String contrived = ToolNames.modelName("weather", "a b").substring("weather__".length());
    weather.tool("a b").returns(FakeResult.text("first"));
    weather.tool(contrived).returns(FakeResult.text("second"));
    start();

    assertThat(catalog.snapshot().tools()).hasSize(1);
    assertThat(call("weather__" + contrived, "{}").text()).isEqualTo("first");
  }

  @Test
  void closingIsQuickAlsoWhileAServerIsSilent() {
    weather.misbehave(Misbehaviours.silence());
    catalog =
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.http().url()))
            .build()
            .start();
    weather.awaitReceived("server/discover", SOON);

    catalog.close();

    weather.awaitDisconnected("server/discover", SOON);
    assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CLOSED);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "caller");
    thread.setDaemon(true);
    return thread;
  }

  /** Waits for something that has no event to wait on yet. */
  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not happen within " + SOON);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
