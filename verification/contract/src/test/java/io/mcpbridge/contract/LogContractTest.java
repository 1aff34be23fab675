package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Log messages of servers reach the callers that request them, by each revision's mechanism. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class LogContractTest {

  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";
  private static final String SESSIONS = "io.mcpbridge.contract.LogContractTest#sessions";
  private static final String META = "io.modelcontextprotocol/logLevel";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> sessions() {
    return Matrix.all().filter(arguments -> isSession((String) arguments.get()[0]));
  }

  private static boolean isSession(String revision) {
    return revision.compareTo("2026") < 0;
  }

  private McpClient.Builder builder(String revision, TransportType type) {
    server.speaking(revision);
    server
        .tool("chatty")
        .handler(
            call -> {
              call.log("debug", "a detail");
              call.log("warning", "a warning");
              return FakeResult.text("done");
            });
    endpoint = type.to(server);
    return McpClient.builder(endpoint.transport())
        .name("fake")
        .timeout(Duration.ofSeconds(10))
        .listener(
            new McpClientListener() {
              @Override
              public void logMessage(LogMessage message) {
                heard.add(message);
              }

              @Override
              public void notification(JsonRpcNotification notification) {
                heard.add(notification.method());
              }
            });
  }

  private void call(CallOptions options) {
    assertThat(client.newCall(new CallToolRequest("chatty", Map.of()), options).execute().text())
        .isEqualTo("done");
  }

  private Object nextHeard() throws InterruptedException {
    return heard.poll(60, TimeUnit.SECONDS);
  }

  private List<String> levelsSet() {
    return server.received("logging/setLevel").stream()
        .map(message -> message.params().string("level"))
        .toList();
  }

  private List<String> levelsSent() {
    return server.received("tools/call").stream()
        .map(ReceivedMessage::meta)
        .map(meta -> meta.string(META, "none"))
        .toList();
  }

  @Test
  void logMessageFloodDoesNotDropToolsChanged() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    server.speaking("2025-11-25");
    endpoint = TransportType.IN_PROCESS.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .listener(
                new McpClientListener() {
                  @Override
                  public void logMessage(LogMessage message) {
                    busy.countDown();
                    awaitOf(go);
                  }

                  @Override
                  public void toolsChanged() {
                    heard.add("tools");
                  }
                })
            .build();
    client.server();
    server.awaitReceived("notifications/initialized", Duration.ofSeconds(60));
    JsonObject message = JsonObject.of(Map.of("level", "info", "data", "again"));
    server.notifyClients("notifications/message", message);
    awaitOf(busy);

    server.announceToolsChanged();
    for (int i = 0; i < 1_100; i++) {
      server.notifyClients("notifications/message", message);
    }
    go.countDown();

    assertThat(nextHeard()).isEqualTo("tools");
  }

  private static void awaitOf(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void deliversLogMessagesFromConfiguredLevel(String revision, TransportType type)
      throws Exception {
    client = builder(revision, type).logLevel(LoggingLevel.WARNING).build();

    call(CallOptions.defaults());
    call(CallOptions.defaults());

    for (int i = 0; i < 2; i++) {
      assertThat(nextHeard())
          .isEqualTo(new LogMessage(LoggingLevel.WARNING, "fake", "a warning", Map.of()));
    }
    assertThat(heard).isEmpty();
    assertThat(levelsSet()).isEqualTo(isSession(revision) ? List.of("warning") : List.of());
    assertThat(levelsSent())
        .isEqualTo(isSession(revision) ? List.of("none", "none") : List.of("warning", "warning"));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void callMayRequestMoreVerboseLogLevel(String revision, TransportType type) throws Exception {
    client = builder(revision, type).logLevel(LoggingLevel.ERROR).build();
    CallOptions loud = CallOptions.builder().logLevel(LoggingLevel.DEBUG).build();
    CallOptions quiet = CallOptions.builder().logLevel(LoggingLevel.EMERGENCY).build();

    call(CallOptions.defaults());
    call(loud);

    assertThat(nextHeard()).hasToString("[debug] fake: a detail");
    assertThat(nextHeard()).hasToString("[warning] fake: a warning");
    call(loud);
    call(quiet);
    assertThat(levelsSet()).isEqualTo(isSession(revision) ? List.of("error", "debug") : List.of());
    assertThat(levelsSent())
        .isEqualTo(
            isSession(revision)
                ? List.of("none", "none", "none", "none")
                : List.of("error", "debug", "debug", "emergency"));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void changesLogLevelWhileConnected(String revision, TransportType type) throws Exception {
    client = builder(revision, type).logLevel(LoggingLevel.DEBUG).build();
    call(CallOptions.defaults());
    assertThat(nextHeard()).hasToString("[debug] fake: a detail");
    assertThat(nextHeard()).hasToString("[warning] fake: a warning");

    client.setLogLevel(LoggingLevel.WARNING);
    call(CallOptions.defaults());
    client.disconnect();
    call(CallOptions.defaults());

    assertThat(nextHeard()).hasToString("[warning] fake: a warning");
    assertThat(nextHeard()).hasToString("[warning] fake: a warning");
    assertThat(levelsSet())
        .isEqualTo(isSession(revision) ? List.of("debug", "warning", "warning") : List.of());
    assertThat(levelsSent())
        .isEqualTo(
            isSession(revision)
                ? List.of("none", "none", "none")
                : List.of("debug", "warning", "warning"));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void rejectsLogLevelWithoutLoggingCapability(String revision, TransportType type) {
    server.capabilities("{\"tools\": {}}");
    client = builder(revision, type).build();

    assertThatThrownBy(() -> client.setLogLevel(LoggingLevel.DEBUG))
        .isInstanceOf(McpUnsupportedException.class)
        .hasMessageContaining("does not offer logging");
    call(CallOptions.defaults());

    assertThat(levelsSet()).isEmpty();
    assertThat(levelsSent()).containsExactly("none");
  }

  @ParameterizedTest
  @MethodSource(SESSIONS)
  void rejectedChangeOfLogLevelLeavesItAsItWas(String revision, TransportType type) {
    client = builder(revision, type).logLevel(LoggingLevel.WARNING).build();
    call(CallOptions.defaults());
    server.injectNext("logging/setLevel", Faults.error(200, -32603, "not today"));

    assertThatThrownBy(() -> client.setLogLevel(LoggingLevel.DEBUG))
        .isInstanceOf(McpErrorResponseException.class);
    call(CallOptions.defaults());

    assertThat(levelsSet()).containsExactly("warning", "debug", "warning");
  }

  /** Calls that began before, or run while the server answers, have the client's level. */
  @Test
  void concurrentCallsDoNotUndoChangeOfLogLevel() {
    client =
        builder(FakeRevisions.V2025_11_25, TransportType.IN_PROCESS)
            .logLevel(LoggingLevel.DEBUG)
            .build();
    call(CallOptions.defaults());
    McpCall<CallToolResult> earlier =
        client.newCall(new CallToolRequest("chatty", Map.of()), CallOptions.defaults());
    Latch setting = new Latch();
    server.injectNext("logging/setLevel", Faults.waitFor(setting));
    CompletableFuture<Void> change =
        CompletableFuture.runAsync(() -> client.setLogLevel(LoggingLevel.ERROR));
    setting.awaitArrival(Duration.ofSeconds(60));

    call(CallOptions.defaults());
    setting.open();
    change.join();
    earlier.execute();
    call(CallOptions.defaults());

    assertThat(levelsSet()).containsExactly("debug", "error");
  }

  /** The handle of a server in a catalog; other options do not undo the change. */
  @Test
  void changesLogLevelOfServerInCatalog() {
    server.speaking(FakeRevisions.V2025_11_25).tool("quiet");
    endpoint = TransportType.IN_PROCESS.to(server);
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("s", endpoint.transport())
            .logLevel(LoggingLevel.INFO)
            .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      client = catalog.client("s");

      client.setLogLevel(LoggingLevel.ERROR);
      catalog.update("s", ServerOptions.builder().timeout(Duration.ofSeconds(7)).build());
      catalog.call("s__quiet", "{}");
    }

    assertThat(levelsSet()).endsWith("error");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void setsNoLogLevelByDefault(String revision, TransportType type) {
    client = builder(revision, type).build();

    call(CallOptions.defaults());

    assertThat(levelsSet()).isEmpty();
    assertThat(levelsSent()).containsExactly("none");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void setsNoLogLevelWithoutLoggingCapability(String revision, TransportType type) {
    server.capabilities("{\"tools\": {}}");
    client = builder(revision, type).logLevel(LoggingLevel.DEBUG).build();

    call(CallOptions.defaults());

    assertThat(levelsSet()).isEmpty();
    assertThat(levelsSent()).containsExactly("none");
  }

  @ParameterizedTest
  @MethodSource(SESSIONS)
  void rejectedLogLevelDoesNotFailCallAndIsRetried(String revision, TransportType type) {
    client = builder(revision, type).logLevel(LoggingLevel.DEBUG).build();
    server.injectNext("logging/setLevel", Faults.error(200, -32603, "not today"));

    call(CallOptions.defaults());
    assertThat(levelsSet()).hasSize(1);

    call(CallOptions.defaults());
    call(CallOptions.defaults());
    assertThat(levelsSet()).as("tried again until it succeeds").hasSize(2);
  }

  @Test
  void limitsTimeAndRetriesOfUnansweredSetLevel() {
    client =
        builder(FakeRevisions.V2025_11_25, TransportType.IN_PROCESS)
            .logLevel(LoggingLevel.DEBUG)
            .build();
    client.server();
    server.inject("logging/setLevel", Faults.silence());

    for (int i = 0; i < 5; i++) {
      call(CallOptions.builder().timeout(Duration.ofSeconds(2)).build());
    }

    assertThat(levelsSet()).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource(SESSIONS)
  void setsLogLevelInEachSession(String revision, TransportType type) {
    client = builder(revision, type).logLevel(LoggingLevel.ALERT).build();

    call(CallOptions.defaults());
    client.disconnect();
    call(CallOptions.defaults());

    assertThat(levelsSet()).containsExactly("alert", "alert");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void deliversUnknownLogLevelAsNotification(String revision, TransportType type) throws Exception {
    client = builder(revision, type).build();
    server
        .tool("odd")
        .handler(
            call -> {
              call.notify(
                  "notifications/message",
                  JsonObject.of(Map.of("level", "shouting", "data", "hello")));
              return FakeResult.text("done");
            });

    client.callTool("odd");

    assertThat(nextHeard()).isEqualTo("notifications/message");
  }
}
