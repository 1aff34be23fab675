package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.UnknownContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.Latch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The call contract, which holds for every revision and every transport. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class CallContractTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";

  private final FakeMcpServer server = FakeMcpServer.create().instructions("Be kind.");
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

  private McpClient connect(String revision, TransportType type) {
    return connect(revision, type, SOON);
  }

  private McpClient connect(String revision, TransportType type, Duration timeout) {
    server.speaking(revision);
    endpoint = type.to(server);
    McpClient.Builder builder =
        McpClient.builder(endpoint.transport()).name("fake").timeout(timeout);
    client = builder.build();
    return client;
  }

  /** Blocks the calling thread; {@link FutureCallContractTest} overrides this with a future. */
  <R extends McpResult> R execute(McpCall<R> call) {
    return call.execute();
  }

  void assertReportedOn(List<Thread> threads) {
    assertThat(threads).containsOnly(Thread.currentThread());
  }

  private CallToolResult callTool(McpClient of, String name, String arguments) {
    return execute(
        of.newCall(new CallToolRequest(name, Json.readObject(arguments)), CallOptions.defaults()));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void detectsProtocolVersion(String revision, TransportType type) {
    ServerInfo info = connect(revision, type).server();

    assertThat(info.protocolVersion()).isEqualTo(revision);
    assertThat(info.implementation().name()).isEqualTo("fake");
    assertThat(info.instructions()).isEqualTo("Be kind.");
    assertThat(info.offers("tools")).isTrue();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void listsAllPagesWithUnchangedSchemas(String revision, TransportType type) {
    String schema =
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
            + "\"properties\":{\"b\":{\"$ref\":\"#/$defs/x\"},\"a\":{\"enum\":[1,null,\"x\"]}},"
            + "\"$defs\":{\"x\":{\"anyOf\":[{\"type\":\"null\"},true]}},\"unevaluatedProperties\":false}";
    for (int i = 0; i < 5; i++) {
      server.tool("tool-" + i).description("Number " + i).inputSchema(schema);
    }
    server.pageSize(2);

    List<Tool> tools = connect(revision, type).listTools();

    assertThat(tools)
        .extracting(Tool::name)
        .containsExactly("tool-0", "tool-1", "tool-2", "tool-3", "tool-4");
    assertThat(tools).allSatisfy(tool -> assertThat(tool.inputSchemaJson()).isEqualTo(schema));
    assertThat(server.received("tools/list")).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void stopsPaginationOnRepeatedCursor(String revision, TransportType type) {
    Map<String, ?> only = Map.of("name", "only", "inputSchema", Map.of("type", "object"));
    Map<String, ?> result = Map.of("tools", List.of(only), "nextCursor", "");
    server.inject(
        "tools/list",
        serverTurn ->
            serverTurn.answer(
                right ->
                    List.of(Map.of("jsonrpc", "2.0", "id", right.get("id"), "result", result))));

    assertThat(connect(revision, type).listTools()).extracting(Tool::name).containsExactly("only");
    assertThat(server.received("tools/list")).hasSize(2);
    assertThat(server.received("tools/list").get(1).params().string("cursor")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void sendsArgumentsUnchanged(String revision, TransportType type) {
    server.tool("echo").handler(call -> FakeResult.text(call.arguments().toJson()));
    String arguments =
        "{\"big\":12345678901234567890,\"d\":0.10,\"n\":null,\"nested\":[{\"ü\":[true]}],\"text\":\"a\\nb\"}";

    assertThat(callTool(connect(revision, type), "echo", arguments).text()).isEqualTo(arguments);
    assertThat(callTool(client, "echo", "{}").text()).isEqualTo("{}");
    assertThat(server.received("tools/call").get(1).params().has("arguments")).isTrue();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllContentTypes(String revision, TransportType type) {
    byte[] png = "not really".getBytes(StandardCharsets.UTF_8);
    server
        .tool("everything")
        .returns(
            FakeResult.text("first")
                .andImage(png, "image/png")
                .andResourceLink("file:///notes", "notes")
                .andBlock(
                    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"inside\"}}")
                .andBlock("{\"type\":\"hologram\",\"beams\":3}")
                .andStructured("{\"list\":[1,null]}")
                .with("_meta", "{\"cost\":2}"));

    CallToolResult result = callTool(connect(revision, type), "everything", "{}");

    assertThat(result.isError()).isFalse();
    assertThat(result.content())
        .extracting(ContentBlock::getClass)
        .containsExactly(
            (Class) TextContent.class,
            ImageContent.class,
            ResourceLink.class,
            EmbeddedResource.class,
            UnknownContent.class);
    assertThat(result.structuredContent())
        .isEqualTo(new StructuredContent(Json.read("{\"list\":[1,null]}")));
    assertThat(result.meta()).containsEntry("cost", 2);
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void returnsToolErrorAsResult(String revision, TransportType type) {
    server.tool("fails").returns(FakeResult.error("no such city"));

    CallToolResult result = callTool(connect(revision, type), "fails", "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).isEqualTo("no such city");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void errorResponseExceptionHasCodeDataAndMessage(String revision, TransportType type) {
    server
        .tool("refuses")
        .returns(FakeResult.failure(-32602, "city is missing", "{\"field\":\"city\"}"));
    connect(revision, type);

    assertThatThrownBy(() -> callTool(client, "refuses", "{}"))
        .isInstanceOfSatisfying(
            McpErrorResponseException.class,
            e -> {
              assertThat(e.code()).isEqualTo(-32602);
              assertThat(e.data()).isEqualTo(Map.of("field", "city"));
            })
        .hasMessageContainingAll("\"fake\"", "tools/call refuses", "-32602", "city is missing");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void reportsProgressOnTheWaitingThread(String revision, TransportType type) {
    server
        .tool("slow")
        .returns(
            FakeResult.text("done")
                .afterProgress(1, 2.0, "half way")
                .afterProgress(0.5, 2.0, "backwards")
                .afterProgress(2, 2.0, null));
    List<Progress> reports = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    CallOptions options =
        CallOptions.builder()
            .onProgress(
                report -> {
                  reports.add(report);
                  threads.add(Thread.currentThread());
                })
            .build();

    execute(connect(revision, type).newCall(new CallToolRequest("slow", Map.of()), options));

    assertThat(reports).extracting(Progress::progress).containsExactly(1.0, 2.0);
    assertReportedOn(threads);
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void timeoutSendsCancellation(String revision, TransportType type) {
    server.tool("stuck").neverAnswers();
    connect(revision, type).server();
    CallOptions options = CallOptions.builder().timeout(Duration.ofSeconds(1)).build();

    assertThatThrownBy(
            () -> execute(client.newCall(new CallToolRequest("stuck", Map.of()), options)))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"fake\"", "tools/call stuck", "timeout");
    server.awaitCancelled("tools/call", SOON);
    server.tool("fine").returns("still here");
    assertThat(callTool(client, "fine", "{}").text()).isEqualTo("still here");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void cancellingTheFutureCancelsTheCall(String revision, TransportType type) throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("late").after(latch));
    connect(revision, type);
    CompletableFuture<CallToolResult> future = client.callToolAsync("slow", Map.of());
    latch.awaitArrival(SOON);

    future.cancel(true);

    server.awaitCancelled("tools/call", SOON);
    latch.open();
    server.tool("fine").returns("not crossed");
    assertThat(callTool(client, "fine", "{}").text()).isEqualTo("not crossed");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void interruptingTheThreadCancelsTheCall(String revision, TransportType type) throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("late").after(latch));
    connect(revision, type);
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
    latch.awaitArrival(SOON);

    caller.interrupt();

    assertThat(interrupted.get(60, TimeUnit.SECONDS)).as("interrupt flag").isTrue();
    server.awaitCancelled("tools/call", SOON);
    latch.open();
    caller.join();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void correlatesConcurrentResponses(String revision, TransportType type) {
    server.tool("echo").handler(call -> FakeResult.text(call.string("text")));
    connect(revision, type);
    List<CompletableFuture<CallToolResult>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add(client.callToolAsync("echo", Map.of("text", "t" + i)));
    }

    for (int i = 0; i < calls.size(); i++) {
      assertThat(calls.get(i).join().text()).isEqualTo("t" + i);
    }
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void closeEndsCallsInFlight(String revision, TransportType type) {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("late").after(latch));
    connect(revision, type);
    CompletableFuture<CallToolResult> call = client.callToolAsync("slow", Map.of());
    latch.awaitArrival(SOON);

    client.close();

    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(io.mcpbridge.error.McpException.class);
    latch.open();
  }
}
