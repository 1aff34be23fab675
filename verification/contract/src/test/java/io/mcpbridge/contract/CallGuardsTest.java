package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallGuards.OnLimit;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerCounters;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpCallLimitException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits on the tool calls of a model in a loop. */
class CallGuardsTest {

  private static final CallOptions FIRST = invocation("i1", "c1");
  private static final CallOptions SECOND = invocation("i2", "c1");

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<CallLimitEvent> events = new LinkedBlockingQueue<>();
  private ToolCatalog catalog;

  private static CallOptions invocation(String invocation, String conversation) {
    return CallOptions.builder().invocationId(invocation).conversationId(conversation).build();
  }

  @BeforeEach
  void script() {
    server.tool("read").returns("text");
    server.tool("broken").returns(FakeResult.error("closed"));
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private void start(CallGuards.Builder guards) {
    start(catalog -> catalog.callGuards(guards.build()));
  }

  private void start(UnaryOperator<ToolCatalogBuilder> settings) {
    catalog =
        settings
            .apply(
                ToolCatalog.builder()
                    .server("s", server.transport())
                    .listener(
                        new CatalogListener() {
                          @Override
                          public void callLimitReached(CallLimitEvent event) {
                            events.add(event);
                          }
                        }))
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ToolOutput call(String tool, CallOptions options) {
    return catalog.call("s__" + tool, "{}", options);
  }

  private ServerCounters counters() {
    return catalog.servers().get(0).counters();
  }

  @Test
  void logsOncePerInvocationThatModelIsStopped() {
    start(CallGuards.builder().maxCallsPerInvocation(1));
    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog")) {
      for (CallOptions invocation : List.of(FIRST, SECOND)) {
        for (int i = 0; i < 4; i++) {
          call("read", invocation);
        }
      }
      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .hasSize(2)
          .allMatch(
              line ->
                  line.contains("refused")
                      && line.contains("s__read: the limit of 1 tool calls for one request")
                      && line.contains("guards.max-calls-per-invocation"));
    }
  }

  @Test
  void tellsModelToAnswerBeyondCallsOfInvocation() throws Exception {
    start(CallGuards.builder().maxCallsPerInvocation(2));

    call("read", FIRST);
    call("broken", FIRST);
    ToolOutput refused = call("read", FIRST);

    assertThat(refused.text())
        .isEqualTo(
            "s__read did not run: the limit of 2 tool calls for one request is reached."
                + " Call no more tools; answer with what you have.");
    assertThat(refused.failure())
        .isInstanceOf(McpCallLimitException.class)
        .hasMessageContaining("guards.max-calls-per-invocation");
    assertThat(refused.failure().delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(server.received("tools/call")).hasSize(2);
    assertThat(counters().limited()).isEqualTo(1);
    assertThat(counters().calls()).isEqualTo(2);
    CallLimitEvent event = events.poll(60, TimeUnit.SECONDS);
    assertThat(event.modelName()).isEqualTo("s__read");
    assertThat(event.invocationId()).isEqualTo("i1");
    assertThat(event.caller().conversationId()).isEqualTo("c1");
    assertThat(event.reason()).contains("limit of 2", "guards.max-calls-per-invocation");

    assertThat(call("read", SECOND).text()).isEqualTo("text");
    assertThat(call("read", CallOptions.defaults()).text()).isEqualTo("text");
  }

  @Test
  void countsOnlyConsecutiveFailures() {
    start(CallGuards.builder().maxConsecutiveFailures(2));

    call("broken", FIRST);
    call("read", FIRST);
    call("broken", FIRST);
    call("broken", FIRST);

    assertThat(call("read", FIRST).text())
        .startsWith("s__read did not run: the last 2 tool calls failed. Call no more tools;");
    assertThat(call("read", SECOND).text()).isEqualTo("text");
    assertThat(server.received("tools/call")).hasSize(5);
  }

  @Test
  void invalidArgumentsAreFailures() {
    server
        .tool("write")
        .inputSchema("{\"type\": \"object\", \"required\": [\"path\"]}")
        .returns("written");
    start(CallGuards.builder().maxConsecutiveFailures(2));

    call("write", FIRST);
    call("write", FIRST);

    assertThat(call("read", FIRST).text()).contains("the last 2 tool calls failed");
    assertThat(counters().invalidArguments()).isEqualTo(2);
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void limitsCallsOfConversation() {
    start(CallGuards.builder().maxCallsPerConversation(2));

    call("read", FIRST);
    call("read", SECOND);

    assertThat(call("read", invocation("i3", "c1")).text())
        .contains("the limit of 2 tool calls for this conversation is reached");
    assertThat(call("read", invocation("i4", "c2")).text()).isEqualTo("text");
  }

  @Test
  void throwsIfConfigured() {
    start(CallGuards.builder().maxCallsPerInvocation(1).onLimit(OnLimit.THROW));
    call("read", FIRST);

    assertThatThrownBy(() -> call("read", FIRST))
        .isInstanceOf(McpCallLimitException.class)
        .hasMessageContaining("tools/call read");
    assertThatThrownBy(() -> catalog.callAsync("s__read", "{}", FIRST).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(McpCallLimitException.class);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void throwsIfModelIgnoresLimit() {
    start(CallGuards.builder().maxCallsPerInvocation(1));
    call("read", FIRST);
    for (int ignored = 0; ignored < 10; ignored++) {
      assertThat(call("read", FIRST).text()).contains("Call no more tools");
    }

    assertThatThrownBy(() -> call("read", FIRST)).isInstanceOf(McpCallLimitException.class);
    assertThat(call("read", SECOND).text()).isEqualTo("text");
  }

  @Test
  void asksForApprovalAfterCallsWithout() {
    AtomicInteger approvalRequests = new AtomicInteger();
    start(
        builder ->
            builder
                .callGuards(CallGuards.builder().maxCallsWithoutApproval(2).build())
                .approval(
                    ApprovalPolicy.builder()
                        .otherwise(ApprovalMode.ALLOW)
                        .handler(
                            request ->
                                approvalRequests.incrementAndGet() == 1
                                    ? ApprovalDecision.allow()
                                    : ApprovalDecision.deny("enough"))
                        .build()));

    call("read", FIRST);
    call("read", FIRST);
    assertThat(approvalRequests).hasValue(0);
    assertThat(call("read", FIRST).text()).isEqualTo("text");
    assertThat(approvalRequests).hasValue(1);
    call("read", FIRST);
    call("read", FIRST);
    assertThat(approvalRequests).as("an approval starts the count anew").hasValue(1);

    assertThat(call("read", FIRST).text()).isEqualTo("s__read did not run: enough.");
    assertThat(call("read", SECOND).text()).isEqualTo("text");
    assertThat(counters().approvalsAsked()).isEqualTo(2);
    assertThat(counters().approvalsGranted()).isEqualTo(1);
    assertThat(counters().approvalsDenied()).isEqualTo(1);
  }

  @Test
  void defaultsStopModelInLoop() {
    start(builder -> builder);
    for (int failed = 0; failed < 10; failed++) {
      call("broken", FIRST);
    }

    assertThat(call("read", FIRST).text()).contains("the last 10 tool calls failed");
    for (int read = 0; read < 200; read++) {
      assertThat(call("read", SECOND).isError()).isFalse();
    }
    assertThat(call("read", SECOND).text()).contains("limit of 200 tool calls for one request");
  }

  @Test
  void countsUnknownTools() {
    start(builder -> builder);

    catalog.call("s__raed", "{}");
    catalog.view(tool -> true).call("s__write", "{}");
    call("read", FIRST);

    assertThat(catalog.unknownToolCalls()).isEqualTo(2);
  }

  @Test
  void countsOpenServerRequests() throws Exception {
    BlockingQueue<Long> open = new LinkedBlockingQueue<>();
    server
        .speaking("2025-11-25")
        .tool("book")
        .handler(
            call ->
                FakeResult.text(
                    call.ask(FakeServerRequest.form("Which day?", "{\"type\": \"object\"}"))
                        .result()
                        .toJson()));
    start(
        builder ->
            builder.inputHandlers(
                InputHandlers.builder()
                    .elicitForm(
                        (form, context) -> {
                          open.add(counters().openServerRequests());
                          return ElicitResult.accept(Map.of());
                        })
                    .build()));

    call("book", FIRST);

    assertThat(open.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(counters().openServerRequests()).isZero();
  }

  @Test
  void rejectsNegativeLimits() {
    start(builder -> builder);

    assertThatThrownBy(() -> CallGuards.builder().maxConsecutiveFailures(-1).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("guards.max-consecutive-failures must not be negative: -1");
  }

  @Test
  void conversationsOfUsersAreCountedSeparately() {
    start(CallGuards.builder().maxCallsPerConversation(1));
    CallOptions ada = CallOptions.builder().user("ada").conversationId("1").build();
    CallOptions grace = CallOptions.builder().user("grace").conversationId("1").build();

    assertThat(call("read", ada).text()).isEqualTo("text");
    assertThat(call("read", grace).text()).isEqualTo("text");
    assertThat(call("read", ada).text()).contains("limit of 1 tool calls for this conversation");
    assertThat(call("read", grace).text()).contains("limit of 1 tool calls for this conversation");
  }

  @Test
  void parallelCallsWithoutApprovalAreLimited() {
    AtomicInteger approvalRequests = new AtomicInteger();
    start(
        builder ->
            builder
                .callGuards(
                    CallGuards.builder()
                        .maxCallsWithoutApproval(2)
                        .maxConsecutiveFailures(0)
                        .build())
                .approval(
                    ApprovalPolicy.builder()
                        .otherwise(ApprovalMode.ALLOW)
                        .handlerAsync(
                            request -> {
                              approvalRequests.incrementAndGet();
                              return CompletableFuture.completedFuture(
                                  ApprovalDecision.deny("enough"));
                            })
                        .build()));

    List<CompletableFuture<ToolOutput>> calls =
        IntStream.range(0, 20).mapToObj(i -> catalog.callAsync("s__read", "{}", FIRST)).toList();

    assertThat(calls).filteredOn(call -> !call.join().isError()).hasSize(2);
    assertThat(approvalRequests).hasValue(18);
    assertThat(server.received("tools/call")).hasSize(2);
  }

  /** Of long ids, only a hash is kept. */
  @Test
  void longIdsAreCountedSeparately() {
    start(CallGuards.builder().maxCallsPerInvocation(1).maxCallsPerConversation(1));
    String longId = "x".repeat(100_000);

    for (String end : List.of("a", "b")) {
      CallOptions options =
          CallOptions.builder()
              .user(longId + end)
              .conversationId(longId + end)
              .invocationId(longId + end)
              .build();
      assertThat(call("read", options).text()).isEqualTo("text");
      assertThat(call("read", options).text()).contains("limit of 1 tool calls");
    }
  }

  @Test
  void limitsCallsOfUnknownTools() {
    start(CallGuards.builder().maxConsecutiveFailures(2));

    catalog.call("s__raed", "{}", FIRST);
    catalog.view(tool -> true).call("s__raed", "{}", FIRST);

    assertThat(catalog.call("s__raed", "{}", FIRST).text())
        .isEqualTo(
            "s__raed did not run: the last 2 tool calls failed."
                + " Call no more tools; answer with what you have.");
    assertThat(call("read", FIRST).text()).contains("the last 2 tool calls failed");
    assertThat(call("read", SECOND).text()).isEqualTo("text");
    assertThat(catalog.unknownToolCalls()).isEqualTo(3);
  }

  @Test
  void limitsCallsOfSearchTools() {
    start(CallGuards.builder().maxCallsPerInvocation(3).maxConsecutiveFailures(2));
    SearchTools tools =
        catalog.searchable(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build());

    tools.call("search_tools", "{\"queries\": [\"read\"]}", FIRST);
    tools.callAsync("search_tools", "{\"queries\": [\"read\"]}", FIRST).join();
    assertThat(tools.call("call_tool", "{\"name\": \"s__read\"}", FIRST).text()).isEqualTo("text");
    assertThat(tools.call("search_tools", "{\"queries\": [\"read\"]}", FIRST).text())
        .isEqualTo(
            "search_tools did not run: the limit of 3 tool calls for one request is reached."
                + " Call no more tools; answer with what you have.");

    tools.call("call_tool", "{\"name\": \"s__raed\"}", SECOND);
    tools.call("describe_tool", "{\"names\": [\"s__raed\"]}", SECOND);
    assertThat(tools.call("call_tool", "{\"name\": \"s__read\"}", SECOND).text())
        .contains("the last 2 tool calls failed");
    assertThat(server.received("tools/call")).hasSize(1);
  }
}
