package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls that the server runs as tasks behave like any other call. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class TaskContractTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration OFTEN = Duration.ofMillis(20);
  private static final String SELF = "io.mcpbridge.contract.TaskContractTest#";
  private static final FakeServerRequest NAME =
      FakeServerRequest.form(
          "Who?",
          "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}, \"required\":"
              + " [\"name\"]}");

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    if (client != null) {
      client.close();
      endpoint.close();
    }
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> withTasks() {
    return Matrix.all()
        .filter(arguments -> ((String) arguments.get()[0]).compareTo("2025-11-25") >= 0);
  }

  private void connect(String revision, TransportType type, InputHandlers handlers) {
    server.speaking(revision);
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .timeout(SOON)
            .inputHandlers(handlers)
            .build();
  }

  /** Blocks the calling thread; {@link FutureTaskContractTest} overrides this with a future. */
  <R extends McpResult> R execute(McpCall<R> call) {
    return call.execute();
  }

  private CallToolResult callTool(String name) {
    return execute(client.newCall(new CallToolRequest(name, Map.of()), CallOptions.defaults()));
  }

  private CompletableFuture<CallToolResult> submitTool(String name) {
    return client.callToolAsync(name, Map.of());
  }

  @ParameterizedTest
  @MethodSource(SELF + "withTasks")
  void pollsTaskAndReturnsItsResult(String revision, TransportType type) {
    server
        .tool("slow")
        .runsAs(FakeTask.polledEvery(OFTEN).working(2).completes(FakeResult.text("done")));
    server.tool("fails").runsAs(FakeTask.polledEvery(OFTEN).completes(FakeResult.error("no city")));
    connect(revision, type, InputHandlers.none());

    assertThat(callTool("slow").text()).isEqualTo("done");
    assertThat(server.received("tasks/get")).hasSize(3);
    assertThat(callTool("fails").isError()).isTrue();
  }

  @ParameterizedTest
  @MethodSource(SELF + "withTasks")
  void respondsToTaskInputRequestOnce(String revision, TransportType type) {
    server
        .tool("asks")
        .runsAs(
            FakeTask.polledEvery(OFTEN)
                .working(1)
                .asking("who", NAME)
                .working(1)
                .completes(answers -> FakeResult.text(answers.toJson())));
    AtomicInteger handlerCalls = new AtomicInteger();
    connect(
        revision,
        type,
        InputHandlers.builder()
            .elicitForm(
                (form, context) -> {
                  handlerCalls.incrementAndGet();
                  return ElicitResult.accept(Map.of("name", "Ada"));
                })
            .build());

    assertThat(callTool("asks").text()).contains("\"name\":\"Ada\"");
    assertThat(handlerCalls).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource(SELF + "withTasks")
  void failedTaskThrowsErrorWithCodeAndData(String revision, TransportType type) {
    server
        .tool("refuses")
        .runsAs(
            FakeTask.polledEvery(OFTEN)
                .completes(FakeResult.failure(-32603, "no disk left", "{\"free\": 0}")));
    connect(revision, type, InputHandlers.none());

    assertThatThrownBy(() -> callTool("refuses"))
        .isInstanceOfSatisfying(
            McpErrorResponseException.class,
            e -> {
              assertThat(e.code()).isEqualTo(-32603);
              assertThat(e.data()).isEqualTo(Json.read("{\"free\": 0}"));
            })
        .hasMessageContainingAll("\"fake\"", "tools/call refuses", "-32603", "no disk left");
    assertThat(server.received("tasks/cancel")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(SELF + "withTasks")
  void cancelledCallCancelsTask(String revision, TransportType type) {
    Latch latch = new Latch();
    server.tool("stuck").runsAs(FakeTask.polledEvery(OFTEN).until(latch));
    connect(revision, type, InputHandlers.none());
    CompletableFuture<CallToolResult> future = submitTool("stuck");
    latch.awaitArrival(SOON);

    future.cancel(true);

    Object begun = server.received("tasks/get").get(0).params().get("taskId");
    assertThat(server.awaitReceived("tasks/cancel", SOON).params().get("taskId")).isEqualTo(begun);
  }

  @ParameterizedTest
  @MethodSource(SELF + "withTasks")
  void taskSurvivesReconnect(String revision, TransportType type) throws Exception {
    Latch latch = new Latch();
    server
        .tool("long")
        .runsAs(FakeTask.polledEvery(OFTEN).until(latch).completes(FakeResult.text("still done")));
    connect(revision, type, InputHandlers.none());
    CompletableFuture<CallToolResult> future = submitTool("long");
    latch.awaitArrival(SOON);
    int connections = server.connectionsOpened();

    server.disconnectAll();
    latch.open();

    assertThat(future.get(60, TimeUnit.SECONDS).text()).isEqualTo("still done");
    assertThat(server.connectionsOpened()).isGreaterThan(connections);
  }
}
