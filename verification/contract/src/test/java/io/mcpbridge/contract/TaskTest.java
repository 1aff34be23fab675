package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.TaskResult;
import io.mcpbridge.model.UpdateTaskRequest;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks with unusual servers or clients. */
class TaskTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration OFTEN = Duration.ofMillis(10);
  private static final Duration SELDOM = Duration.ofMinutes(1);
  private static final FakeTask QUICK =
      FakeTask.polledEvery(OFTEN).completes(FakeResult.text("done"));
  private static final InputHandlers ROOTS =
      InputHandlers.builder()
          .listRoots((request, context) -> new ListRootsResult(List.of()))
          .build();

  private final FakeMcpServer server = FakeMcpServer.create().speaking("2026-07-28");
  private McpClient client = connect(InputHandlers.none());

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private McpClient connect(InputHandlers handlers) {
    return McpClient.builder(server.transport())
        .name("fake")
        .timeout(SOON)
        .inputHandlers(handlers)
        .build();
  }

  private CompletableFuture<CallToolResult> submit(String tool) {
    return client.callToolAsync(tool, Map.of());
  }

  private static Object capabilities(ReceivedMessage message) {
    return message.meta().map("io.modelcontextprotocol/clientCapabilities").get("extensions");
  }

  @Test
  void declaresTasksExtensionInToolCallsAndPolls() {
    server.tool("slow").runsAs(QUICK);

    client.listTools();
    client.callTool("slow");

    Object tasks = Map.of("io.modelcontextprotocol/tasks", Map.of());
    assertThat(capabilities(server.received("tools/list").get(0))).isNull();
    assertThat(capabilities(server.received("tools/call").get(0))).isEqualTo(tasks);
    assertThat(capabilities(server.received("tasks/get").get(0))).isEqualTo(tasks);
  }

  @Test
  void sendsTaskIdInMcpNameHeader() {
    server.tool("slow").runsAs(QUICK);
    try (McpClient http = McpClient.of(StreamableHttpTransport.of(server.url()))) {
      http.callTool("slow");
    }

    ReceivedMessage get = server.received("tasks/get").get(0);
    assertThat(get.header("Mcp-Name")).isEqualTo(get.params().string("taskId"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void aTaskThatTheServerCancelsIsLost(String revision) {
    server.speaking(revision);
    server.tool("slow").runsAs(FakeTask.polledEvery(OFTEN).cancelledByServer("too many tasks"));

    assertThatThrownBy(() -> client.callTool("slow"))
        .isInstanceOf(McpTaskLostException.class)
        .hasMessageContainingAll("\"fake\"", "tools/call slow", "cancelled", "too many tasks");
    assertThat(server.received("tasks/cancel")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void whatTheServerSaysOfATaskIsOneShortLine(String revision) {
    server.speaking(revision);
    String words = "too many\n2026-01-01 ERROR forged " + "x".repeat(10_000);
    server.tool("slow").runsAs(FakeTask.polledEvery(OFTEN).cancelledByServer(words));

    assertThatThrownBy(() -> client.callTool("slow"))
        .isInstanceOf(McpTaskLostException.class)
        .message()
        .contains("too many 2026-01-01 ERROR forged")
        .hasLineCount(1)
        .hasSizeLessThan(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void aTaskThatTheServerForgotIsLost(String revision) throws Exception {
    server.speaking(revision);
    Latch latch = new Latch();
    server.tool("slow").runsAs(FakeTask.polledEvery(OFTEN).until(latch));
    CompletableFuture<CallToolResult> future = submit("slow");
    latch.awaitArrival(SOON);

    server.forgetTasks();

    assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(McpTaskLostException.class)
        .hasMessageContaining("no longer knows");
    latch.open();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void aTaskThatTakesTooLongIsCancelled(String revision) {
    server.speaking(revision);
    server.tool("slow").runsAs(FakeTask.polledEvery(SELDOM).until(new Latch()));
    CallOptions brief = CallOptions.builder().timeout(Duration.ofSeconds(2)).build();

    assertThatThrownBy(() -> client.newCall(new CallToolRequest("slow", Map.of()), brief).execute())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("tools/call slow", "\"working\"", "setting timeout");
    server.awaitReceived("tasks/cancel", SOON);
  }

  @Test
  void wireInterceptorSeesCancellationOfTask() {
    client.close();
    List<String> seen = new CopyOnWriteArrayList<>();
    client =
        McpClient.builder(server.transport())
            .addWireInterceptor(
                chain -> {
                  seen.add(chain.request().method());
                  return chain.proceed(chain.request());
                })
            .build();
    server.tool("slow").runsAs(FakeTask.polledEvery(SELDOM).until(new Latch()));
    CallOptions brief = CallOptions.builder().timeout(Duration.ofSeconds(2)).build();

    assertThatThrownBy(() -> client.newCall(new CallToolRequest("slow", Map.of()), brief).execute())
        .isInstanceOf(McpTimeoutException.class);

    server.awaitReceived("tasks/cancel", SOON);
    assertThat(seen).containsExactly("tools/call", "tasks/cancel");
  }

  private McpClient connectObserved(WireMessage.Observed observed, AtomicInteger handlerCalls) {
    client.close();
    server
        .tool("asks")
        .runsAs(
            FakeTask.polledEvery(OFTEN)
                .asking("roots", FakeServerRequest.roots())
                .completes(FakeResult.text("done")));
    client =
        McpClient.builder(server.transport())
            .timeout(SOON)
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots(
                        (request, context) -> {
                          handlerCalls.incrementAndGet();
                          return new ListRootsResult(List.of());
                        })
                    .build())
            .addWireInterceptor(
                new Interceptor() {
                  @Override
                  public McpResult intercept(Chain chain) {
                    return chain.proceed(chain.request());
                  }

                  @Override
                  public WireMessage.Observed observe(WireMessage message) {
                    return observed;
                  }
                })
            .build();
    return client;
  }

  @Test
  void observesHandlingOfInputRequestOfTask() {
    List<Object> handled = new CopyOnWriteArrayList<>();
    AtomicInteger handlerCalls = new AtomicInteger();
    WireMessage.Observed observed =
        new WireMessage.Observed() {
          @Override
          public <T extends @Nullable Object> T handling(Supplier<T> work) {
            T result = work.get();
            handled.add(String.valueOf(result));
            return result;
          }

          @Override
          public void ended(@Nullable Throwable failure) {}
        };

    assertThat(connectObserved(observed, handlerCalls).callTool("asks").text()).isEqualTo("done");

    assertThat(handled).singleElement().asString().contains("ListRootsResult");
  }

  /** It throws, runs the work twice, or not at all. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void failingObserverFailsNoMessage(int runs) {
    AtomicInteger handlerCalls = new AtomicInteger();
    WireMessage.Observed failing =
        new WireMessage.Observed() {
          @Override
          public Map<String, Object> meta() {
            throw new IllegalStateException("meta");
          }

          @Override
          public <T extends @Nullable Object> T handling(Supplier<T> work) {
            for (int i = 0; i < runs; i++) {
              work.get();
            }
            throw new IllegalStateException("handling");
          }

          @Override
          public void ended(@Nullable Throwable failure) {
            throw new IllegalStateException("ended");
          }
        };

    assertThat(connectObserved(failing, handlerCalls).callTool("asks").text()).isEqualTo("done");

    assertThat(handlerCalls).hasValue(1);
  }

  @Test
  void interruptBetweenPollsCancelsTask() throws Exception {
    server.tool("slow").runsAs(FakeTask.polledEvery(OFTEN).thenPolledEvery(SELDOM).working(1));
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                client.callTool("slow");
              } catch (McpCancelledException e) {
                interrupted.complete(Thread.currentThread().isInterrupted());
              } catch (RuntimeException e) {
                interrupted.completeExceptionally(e);
              }
            });
    caller.start();
    server.awaitReceived("tasks/get", SOON);

    caller.interrupt();

    assertThat(interrupted.get(60, TimeUnit.SECONDS)).as("interrupt flag").isTrue();
    server.awaitReceived("tasks/cancel", SOON);
    caller.join();
  }

  @Test
  void closingTheClientDoesNotWaitForTheNextPoll() {
    server.tool("slow").runsAs(FakeTask.polledEvery(OFTEN).thenPolledEvery(SELDOM).working(1));
    CompletableFuture<CallToolResult> future = submit("slow");
    server.awaitReceived("tasks/get", SOON);

    client.close();

    assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(McpConnectionLostException.class);
  }

  @Test
  void continuesPollingAfterTransientFailures() {
    server.tool("slow").runsAs(QUICK);
    server.injectNext("tasks/get", Faults.httpStatus(503), Faults.disconnect());
    try (McpClient http =
        McpClient.builder(StreamableHttpTransport.of(server.url())).timeout(SOON).build()) {
      assertThat(http.callTool("slow").text()).isEqualTo("done");
    }
    assertThat(server.received("tasks/get")).hasSize(3);
  }

  @Test
  void continuesPollingDuringServerRestart() {
    AtomicInteger polls = new AtomicInteger();
    server.tool("slow").runsAs(QUICK);
    server.inject(
        "tasks/get",
        serverTurn -> {
          if (polls.incrementAndGet() < 4) {
            serverTurn.disconnect();
          } else {
            serverTurn.answer();
          }
        });

    assertThat(client.callTool("slow").text()).isEqualTo("done");
    assertThat(polls).hasValueGreaterThanOrEqualTo(4);
  }

  @Test
  void timesOutIfPollingKeepsFailing() {
    server.tool("slow").runsAs(QUICK);
    server.inject("tasks/get", Faults.disconnect());
    CallOptions brief = CallOptions.builder().timeout(Duration.ofSeconds(2)).build();

    assertThatThrownBy(() -> client.newCall(new CallToolRequest("slow", Map.of()), brief).execute())
        .isInstanceOf(McpTimeoutException.class)
        .hasCauseInstanceOf(McpConnectionLostException.class);
  }

  @Test
  void resendsInputResponsesWithoutCallingHandlerAgain() {
    AtomicInteger handlerCalls = new AtomicInteger();
    server
        .tool("asks")
        .runsAs(
            FakeTask.polledEvery(OFTEN)
                .asking("model", FakeServerRequest.sampling("2 + 2?", 5))
                .completes(answers -> FakeResult.text(answers.toJson())));
    server.injectNext("tasks/update", Faults.disconnect());
    client =
        connect(
            InputHandlers.builder()
                .createMessage(
                    (request, context) -> {
                      handlerCalls.incrementAndGet();
                      return CreateMessageResult.text("4", "tiny");
                    })
                .build());

    assertThat(client.callTool("asks").text()).contains("\"text\":\"4\"");
    assertThat(handlerCalls).hasValue(1);
    assertThat(server.received("tasks/update")).hasSize(2);
  }

  @Test
  void doesNotAnswerRepeatedInputRequestAgain() {
    server
        .tool("asks")
        .runsAs(FakeTask.polledEvery(OFTEN).asking("roots", FakeServerRequest.roots()).working(1));
    client = connect(ROOTS);
    AtomicReference<String> listed = new AtomicReference<>();
    server.inject(
        "tasks/get",
        serverTurn ->
            serverTurn.answer(
                right -> {
                  JsonObject result = JsonObject.of(right.map("result"));
                  boolean lags = "working".equals(result.string("status"));
                  if (!lags) {
                    listed.compareAndSet(null, result.toJson());
                    return List.of(right.toMap());
                  }
                  return List.of(
                      right.with("result", JsonObject.of(Json.readObject(listed.get()))).toMap());
                }));

    client.callTool("asks");

    assertThat(server.received("tasks/get")).hasSize(3);
    assertThat(server.received("tasks/update")).hasSize(1);
  }

  @Test
  void cancelsTaskIfInputIsRefused() {
    server
        .tool("asks")
        .runsAs(
            FakeTask.polledEvery(OFTEN).asking("model", FakeServerRequest.sampling("2 + 2?", 5)));
    client =
        connect(
            InputHandlers.builder()
                .createMessage(
                    (request, context) -> {
                      throw new McpInputRefusedException("the user said no");
                    })
                .build());

    assertThatThrownBy(() -> client.callTool("asks"))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("the user said no");
    server.awaitReceived("tasks/cancel", SOON);
  }

  @Test
  void acceptsInputRequiredBeforeTaskStarts() {
    server
        .tool("asks")
        .handler(
            call ->
                call.inputResponses().has("roots")
                    ? FakeResult.task(
                        FakeTask.polledEvery(OFTEN)
                            .asking("roots", FakeServerRequest.roots())
                            .completes(FakeResult.text("done")))
                    : FakeResult.inputRequired("{\"roots\": {\"method\": \"roots/list\"}}", "s"));
    client = connect(ROOTS);

    assertThat(client.callTool("asks").text()).isEqualTo("done");
    assertThat(server.received("tasks/get").get(0).params().toMap())
        .doesNotContainKeys("inputResponses", "requestState");
  }

  @Test
  void resumesTaskByIdAfterClientRestart() {
    server
        .tool("slow")
        .runsAs(FakeTask.polledEvery(Duration.ZERO).working(1).completes(FakeResult.text("done")));
    AtomicReference<String> id = new AtomicReference<>();
    try (McpClient before =
        McpClient.builder(server.transport())
            .addWireInterceptor(
                chain -> {
                  if (chain.proceed(chain.request()) instanceof TaskResult task) {
                    id.set(task.taskId());
                    assertThat(task.toString()).doesNotContain(task.taskId());
                  }
                  throw new IllegalStateException("the application ends here");
                })
            .build()) {
      assertThatThrownBy(() -> before.callTool("slow")).isInstanceOf(IllegalStateException.class);
    }

    assertThat(
            client.newCall(new GetTaskRequest(id.get()), CallOptions.defaults()).execute().text())
        .isEqualTo("done");
    assertThat(server.received("tasks/cancel")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"resultType\": \"complete\", \"status\": \"dreaming\"}",
        "{\"resultType\": \"complete\"}",
        "{\"resultType\": \"input_required\", \"status\": \"working\"}",
        "{\"resultType\": \"complete\", \"status\": \"completed\"}",
        "{\"resultType\": \"complete\", \"status\": \"completed\", \"result\": {\"resultType\": \"task\"}}",
        "{\"resultType\": \"complete\", \"status\": \"failed\"}",
      })
  void whatCannotBeUnderstoodIsNotGuessed(String polled) {
    server.tool("slow").runsAs(QUICK);
    server.inject("tasks/get", Scripted.result(polled));

    assertThatThrownBy(() -> client.callTool("slow")).isInstanceOf(McpProtocolException.class);
    server.awaitReceived("tasks/cancel", SOON);
  }

  @Test
  void acceptsPollResultOfTypeTask() {
    server.tool("slow").runsAs(QUICK);
    server.inject(
        "tasks/get",
        Scripted.result(
            "{\"resultType\": \"task\", \"taskId\": \"x\", \"status\": \"failed\", \"error\":"
                + " {\"code\": -32000, \"message\": \"late\"}}"));

    assertThatThrownBy(() -> client.callTool("slow"))
        .isInstanceOfSatisfying(
            McpErrorResponseException.class, e -> assertThat(e.code()).isEqualTo(-32000));
  }

  @Test
  void rejectsTaskResultOfPromptRequest() {
    server.prompt("p", "a prompt", "text");
    server.inject(
        "prompts/get",
        Scripted.result("{\"resultType\": \"task\", \"taskId\": \"x\", \"status\": \"working\"}"));

    assertThatThrownBy(() -> client.getPrompt("p", Map.of()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("prompts/get");
    assertThat(server.received("tasks/get")).isEmpty();
  }

  @Test
  void sessionUsesTasksOnlyForToolsThatRequireThem() {
    server.speaking("2025-11-25");
    server.tool("may").runsAs(QUICK).with("execution", "{\"taskSupport\": \"optional\"}");
    server.tool("must").runsAs(QUICK);
    server.tool("plain").returns("done");
    client.listTools();

    for (String tool : List.of("may", "must", "plain")) {
      assertThat(client.callTool(tool).text()).isEqualTo("done");
    }

    assertThat(server.received("tools/call"))
        .extracting(call -> call.params().has("task"))
        .containsExactly(false, true, false);
  }

  @Test
  void sessionEraListsToolsBeforeFirstCall() {
    server.speaking("2025-11-25");
    server.tool("must").runsAs(QUICK);

    assertThat(client.callTool("must").text()).isEqualTo("done");
    client.callTool("must");

    assertThat(server.received("tools/list")).hasSize(1);
    assertThat(server.received("tools/call")).allMatch(call -> call.params().has("task"));
  }

  @Test
  void retriesUnlistedToolAsTaskInSession() {
    server.speaking("2025-11-25");
    server.tool("any").runsAs(QUICK);
    client.listTools();
    server.tool("must").runsAs(QUICK);

    assertThat(client.callTool("must").text()).isEqualTo("done");
    assertThat(server.received("tools/call"))
        .extracting(call -> call.params().has("task"))
        .containsExactly(false, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {-32600, -32601})
  void aRefusalThatIsNotAboutTheTaskIsNoReasonToCallAgain(int code) {
    server.speaking("2025-11-25");
    server.tool("must").runsAs(QUICK);
    server.tool("plain").returns("done");

    for (String tool : List.of("must", "plain")) {
      server.injectNext("tools/call", Faults.error(code, "not me, someone behind me"));
      assertThatThrownBy(() -> client.callTool(tool))
          .isInstanceOfSatisfying(
              McpErrorResponseException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void doesNotUseTasksWithoutServerCapability() {
    server.speaking("2025-11-25").capabilities("{\"tools\": {}}");
    server.tool("must").runsAs(QUICK);
    client.listTools();

    assertThat(client.callTool("must").text()).isEqualTo("done");
    assertThat(server.received("tools/call").get(0).params().has("task")).isFalse();
    assertUnsupported(new GetTaskRequest("x"));
    assertUnsupported(new UpdateTaskRequest("x", Map.of()));
  }

  @Test
  void doesNotUseTasksInOlderRevisions() {
    server.speaking("2025-06-18");
    server.tool("must").runsAs(QUICK);

    assertThat(client.callTool("must").text()).isEqualTo("done");
    assertThat(server.received("tools/list")).isEmpty();
    assertUnsupported(new GetTaskRequest("x"));
  }

  private void assertUnsupported(McpRequest<?> request) {
    assertThatThrownBy(() -> client.newCall(request, CallOptions.defaults()).execute())
        .isInstanceOf(McpUnsupportedException.class)
        .hasMessageContaining("nothing was sent");
  }

  @Test
  void doesNotCancelTaskWithoutCancelCapability() throws Exception {
    server
        .speaking("2025-11-25")
        .capabilities("{\"tools\": {}, \"tasks\": {\"requests\": {\"tools\": {\"call\": {}}}}}");
    Latch latch = new Latch();
    server.tool("slow").runsAs(FakeTask.polledEvery(OFTEN).until(latch));
    server.tool("fine").returns("still here");
    CompletableFuture<CallToolResult> future = submit("slow");
    latch.awaitArrival(SOON);

    future.cancel(true);

    assertThat(client.callTool("fine").text()).isEqualTo("still here");
    assertThat(server.received("tasks/cancel")).isEmpty();
  }

  @Test
  void deliversProgressOnCallingThread() {
    server.speaking("2025-11-25");
    Latch latch = new Latch();
    server
        .tool("slow")
        .runsAs(
            FakeTask.polledEvery(OFTEN)
                .reporting(1, 3.0)
                .until(latch)
                .asking("roots", FakeServerRequest.roots())
                .reporting(3, 3.0));
    client = connect(ROOTS);
    client.listTools();
    List<Progress> reports = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    CallOptions options =
        CallOptions.builder()
            .onProgress(
                report -> {
                  reports.add(report);
                  threads.add(Thread.currentThread());
                  if (report.progress() == 1) {
                    reportBetweenPolls();
                  } else {
                    latch.open();
                  }
                })
            .build();

    client.newCall(new CallToolRequest("slow", Map.of()), options).execute();

    assertThat(reports).extracting(Progress::progress).containsExactly(1.0, 2.0, 3.0);
    assertThat(threads).containsOnly(Thread.currentThread());
    assertThat(server.received("tasks/get")).allMatch(m -> !m.meta().has("progressToken"));
  }

  /** Reports outside any response. */
  private void reportBetweenPolls() {
    Object token = server.received("tools/call").get(0).meta().get("progressToken");
    server.notifyClients(
        "notifications/progress",
        JsonObject.empty().with("progressToken", token).with("progress", 2));
  }
}
