package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Catalog listeners receive the events of servers, tools and calls. */
class CatalogEventsTest {

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;
  private final FakeMcpServer news = servers.second;
  private final CatalogWatch watch = servers.watch;

  private void connect() {
    connect(ToolCatalog.builder().server("weather", weather.transport()));
  }

  private void connect(ToolCatalogBuilder settings) {
    servers.start(settings);
    watch.await("weather connected");
  }

  @Test
  void reportsServerLifecycleInOrder() {
    weather.tool("now").returns("sunny");
    String url = weather.url();
    connect(ToolCatalog.builder().server("weather", StreamableHttpTransport.of(url)));

    weather.http().stop();
    servers.call("weather__now");
    servers.call("weather__now");
    watch.await("weather lost");
    weather.http().start();
    watch.await("weather connected", 2);

    assertThat(watch.of("weather"))
        .filteredOn(line -> !line.contains("starts") && !line.contains("ends"))
        .containsExactly(
            "weather IDLE -> CONNECTING",
            "weather tools +now - ~",
            "weather CONNECTING -> CONNECTED",
            "weather connected",
            "weather CONNECTED -> DISCONNECTED",
            "weather lost",
            "weather DISCONNECTED -> CONNECTED",
            "weather connected");
  }

  @Test
  void reportsAddedRemovedAndChangedTools() {
    weather.speaking(FakeRevisions.V2025_11_25);
    weather.tool("a");
    weather.tool("b");
    connect();

    weather.removeTool("a").tool("b").description("better");
    weather.tool("c");
    weather.announceToolsChanged();

    watch.await("weather tools +c -a ~b");
  }

  @Test
  void reportsCallStartProgressAndEnd() {
    weather
        .tool("forecast")
        .returns(FakeResult.text("rain").afterProgress(1, 2.0, "looking out of the window"));
    connect();

    assertThat(
            servers.call("weather__forecast", "{\"city\": \"Oslo\", \"token\": \"s3cret\"}").text())
        .isEqualTo("rain");

    watch.await("weather ends forecast SUCCEEDED");
    assertThat(watch.of("weather"))
        .endsWith(
            "weather starts forecast [city, token]",
            "weather progress forecast looking out of the window",
            "weather ends forecast SUCCEEDED");
    List<CallEvent> calls = watch.calls();
    assertThat(calls.get(0)).isEqualTo(calls.get(1));
    assertThat(calls.get(0).executionId()).isNotBlank();
    assertThat(calls.get(0).modelName()).isEqualTo("weather__forecast");
    assertThat(calls.toString()).doesNotContain("s3cret", "Oslo");
    assertThat(watch.outcomes().get(0).duration()).isPositive();
  }

  @Test
  void reportsCallOutcome() {
    weather.tool("fails").returns(FakeResult.error("no such city"));
    weather.tool("refuses").returns(FakeResult.failure(-32000, "closed today"));
    connect();

    servers.call("weather__fails");
    servers.call("weather__refuses");
    servers.call("weather__fails", "{oops");

    watch.await("weather ends fails FAILED");
    assertThat(watch.of("weather"))
        .endsWith(
            "weather starts fails []",
            "weather ends fails ERROR",
            "weather starts refuses []",
            "weather ends refuses FAILED",
            "weather starts fails []",
            "weather ends fails FAILED");
    assertThat(watch.outcomes())
        .extracting(CallOutcome::reason)
        .satisfiesExactly(
            noReason -> assertThat(noReason).isNull(),
            reason -> assertThat(reason).contains("\"weather\"", "refuses", "closed today"),
            reason -> assertThat(reason).contains("\"weather\"", "fails", "JSON"));
    assertThat(watch.calls().stream().map(CallEvent::executionId).distinct()).hasSize(3);
  }

  /** None of them is a failure, and no tool has run. */
  @Test
  void reportsCallsThatAreNotMade() {
    weather.tool("forecast").returns("rain");
    weather.tool("report");
    weather.tool("warn");
    weather.tool("reset");
    McpApprovals suspending = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .listener(watch)
            .approval(
                ApprovalPolicy.builder()
                    .deny("forecast")
                    .ask("report", "warn", "reset")
                    .handlerAsync(
                        request ->
                            request.tool().name().equals("reset")
                                ? suspending.ask(request)
                                : CompletableFuture.completedFuture(
                                    request.tool().name().equals("warn")
                                        ? ApprovalDecision.answer("warned by phone")
                                        : ApprovalDecision.deny()))
                    .build())
            .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      for (String tool : List.of("forecast", "report", "warn", "reset", "snow")) {
        catalog.call("weather__" + tool, "{}");
      }
      watch.await("weather ends reset SUSPENDED");
      watch.await(" ends weather__snow REFUSED");

      assertThat(watch.of("weather"))
          .contains(
              "weather ends forecast REFUSED",
              "weather ends report REFUSED",
              "weather ends warn ANSWERED");
      assertThat(watch.outcomes()).extracting(CallOutcome::reason).containsOnlyNulls();
      assertThat(catalog.servers().get(0).counters().failures()).isZero();
    }
    assertThat(weather.received("tools/call")).isEmpty();
  }

  @Test
  void reportsProgressToCallerAndListener() {
    weather.tool("now").returns(FakeResult.text("sunny").afterProgress(1, null, "half"));
    connect();
    List<String> received = new CopyOnWriteArrayList<>();

    servers
        .catalog()
        .call(
            "weather__now",
            "{}",
            CallOptions.builder().onProgress(progress -> received.add(progress.message())).build());

    watch.await("weather progress now half");
    assertThat(received).containsExactly("half");
  }

  @Test
  void sendsNoProgressTokenUnlessListenerWantsProgress() {
    weather.tool("now").returns("sunny");
    CatalogListener content = new CatalogListener() {};
    try (ToolCatalog quiet =
        ToolCatalog.builder().server("weather", weather.transport()).listener(content).build()) {
      quiet.awaitReady(Duration.ofSeconds(60));
      quiet.call("weather__now", "{}", CallOptions.defaults());
    }

    assertThat(weather.received("tools/call").get(0).meta().toJson())
        .doesNotContain("progressToken");
  }

  @Test
  void callSucceedsIfWantsProgressThrows() {
    weather.tool("now").returns(FakeResult.text("sunny").afterProgress(1, null, "half"));
    CatalogListener broken =
        new CatalogListener() {
          @Override
          public boolean wantsProgress() {
            throw new NoClassDefFoundError("listener");
          }
        };
    connect(ToolCatalog.builder().server("weather", weather.transport()).listener(broken));

    assertThat(servers.call("weather__now").text()).isEqualTo("sunny");

    watch.await("weather progress now half");
    watch.await("weather ends now SUCCEEDED");
  }

  /** As of listeners that depend on the catalog under construction. */
  @Test
  void createsListenersLazily() {
    weather.tool("now").returns(FakeResult.text("sunny").afterProgress(1, null, "half"));
    List<String> created = new CopyOnWriteArrayList<>();
    CatalogWatch late = new CatalogWatch();
    CompletableFuture<Void> ready = new CompletableFuture<>();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .listeners(
                () -> {
                  created.add("late");
                  return List.of(late);
                })
            .connectWhen(ready)
            .build()) {
      assertThat(created).isEmpty();

      ready.complete(null);
      late.await("weather connected");
      catalog.call("weather__now", "{}", CallOptions.defaults());

      late.await("weather progress now half");
      late.await("weather ends now SUCCEEDED");
      assertThat(created).containsExactly("late");
    }
  }

  @Test
  void retriesListenerCreationAfterFailure() {
    weather.tool("now").returns("sunny");
    CatalogWatch late = new CatalogWatch();
    AtomicBoolean possible = new AtomicBoolean();
    connect(
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .listeners(
                () -> {
                  if (!possible.get()) {
                    throw new IllegalStateException("not yet");
                  }
                  return List.of(late);
                }));

    possible.set(true);
    servers.call("weather__now");

    watch.await("weather ends now SUCCEEDED");
    late.await("weather ends now SUCCEEDED");
    assertThat(late.of("weather")).doesNotContain("weather connected");
  }

  /** As when an application fails to start, and no further beans can be created. */
  @Test
  void doesNotCreateListenersAfterClose() {
    List<String> created = new CopyOnWriteArrayList<>();
    BlockingQueue<ServerState> states = new LinkedBlockingQueue<>();
    ToolCatalog.builder()
        .server("weather", weather.transport())
        .listeners(
            () -> {
              created.add("late");
              return List.of();
            })
        .listener(
            new CatalogListener() {
              @Override
              public void stateChanged(
                  String server, ServerState before, ServerState now, @Nullable String reason) {
                states.add(now);
              }
            })
        .connectWhen(new CompletableFuture<>())
        .build()
        .close();

    assertThat(poll(states)).isEqualTo(ServerState.CLOSED);
    assertThat(created).isEmpty();
  }

  private static <T> @Nullable T poll(BlockingQueue<T> queue) {
    try {
      return queue.poll(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Must not deadlock. */
  @Test
  void listenerSupplierMayCallTool() {
    weather.tool("now").returns("sunny");
    CatalogWatch late = new CatalogWatch();
    AtomicReference<String> answer = new AtomicReference<>();
    AtomicReference<ToolCatalog> itself = new AtomicReference<>();
    CompletableFuture<Void> ready = new CompletableFuture<>();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .listeners(
                () -> {
                  ToolCatalog complete = itself.get();
                  complete.awaitReady(Duration.ofSeconds(60));
                  answer.set(complete.call("weather__now", "{}", CallOptions.defaults()).text());
                  return List.of(late);
                })
            .connectWhen(ready)
            .build()) {
      itself.set(catalog);
      ready.complete(null);

      late.await("weather ends now SUCCEEDED");
      assertThat(answer).hasValue("sunny");
    }
  }

  @Test
  void reportsNotificationsAndLogMessagesPerServer() {
    weather.speaking(FakeRevisions.V2025_11_25);
    weather.tool("now").returns(FakeResult.text("sunny").afterLog("warning", "clouds ahead"));
    connect(
        ToolCatalog.builder().server("weather", weather.transport()).logLevel(LoggingLevel.INFO));

    weather.notifyClients("notifications/acme", JsonObject.empty());
    watch.await("weather says notifications/acme");
    servers.call("weather__now");

    watch.await("weather logs clouds ahead");
    weather.awaitReceived("logging/setLevel", Duration.ofSeconds(60));
  }

  @Test
  void blockingListenerDoesNotBlockCallsOrOtherListeners() {
    weather.tool("now").returns("sunny");
    news.tool("latest").returns("headline");
    Latch latch = new Latch();
    CatalogListener slow =
        new CatalogListener() {
          @Override
          public void connected(String server, ServerInfo info) {
            if (server.equals("weather")) {
              try {
                latch.pass();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }
          }
        };
    servers.start(
        ToolCatalog.builder()
            .server("weather", weather.transport())
            .server("news", news.transport())
            .listener(slow));
    latch.awaitArrival(Duration.ofSeconds(60));

    assertThat(servers.call("weather__now").text()).isEqualTo("sunny");
    watch.await("news connected");
    assertThat(servers.call("news__latest").text()).isEqualTo("headline");
    watch.await("news ends latest SUCCEEDED");
    latch.open();
    watch.await("weather ends now SUCCEEDED");
  }

  @Test
  void failingListenerDoesNotAffectOtherListeners() {
    CatalogListener broken =
        new CatalogListener() {
          @Override
          public void connected(String server, ServerInfo info) {
            throw new AssertionError("does not matter");
          }
        };
    weather.tool("now").returns("sunny");

    connect(ToolCatalog.builder().server("weather", weather.transport()).listener(broken));

    assertThat(servers.call("weather__now").text()).isEqualTo("sunny");
    watch.await("weather ends now SUCCEEDED");
  }

  @Test
  void interceptorsApplyToAllServers() {
    weather.tool("now").returns("sunny");
    List<String> seen = new CopyOnWriteArrayList<>();
    connect(
        ToolCatalog.builder()
            .server("weather", weather.transport(), ServerOptions.defaults())
            .addCallInterceptor(
                chain -> {
                  seen.add("call " + chain.request().method() + " of " + chain.server());
                  return chain.proceed(chain.request());
                })
            .addWireInterceptor(
                chain -> {
                  seen.add("wire " + chain.request().method());
                  return chain.proceed(chain.request());
                }));
    seen.clear();

    servers.call("weather__now");

    assertThat(seen).containsExactly("call tools/call of weather", "wire tools/call");
  }
}
