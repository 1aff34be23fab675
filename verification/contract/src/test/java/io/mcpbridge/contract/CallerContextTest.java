package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.test.FakeHandler;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

/** On whose behalf: the same in handlers, events, interceptors, approvals and log lines. */
@ExtendWith(LeakCheck.class)
class CallerContextTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{}}";
  private static final FakeServerRequest FORM = FakeServerRequest.form("Sure?", SCHEMA);
  private static final String INPUT_REQUESTS =
      "{\"it\": {\"method\": \"elicitation/create\", \"params\":"
          + " {\"message\": \"Sure?\", \"requestedSchema\": "
          + SCHEMA
          + "}}}";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<InputContext> contexts = new LinkedBlockingQueue<>();
  private final InputHandlers handlers =
      InputHandlers.builder()
          .elicitForm(
              (form, context) -> {
                contexts.add(context);
                return ElicitResult.decline();
              })
          .listRoots(
              (request, context) -> {
                contexts.add(context);
                return new ListRootsResult(List.of());
              })
          .build();
  private final BlockingQueue<CallEvent> events = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private AutoCloseable catalogs;
  private ToolCatalog catalog;

  @AfterEach
  void close() throws Exception {
    catalogs.close();
    if (endpoint != null) {
      endpoint.close();
    }
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private void connect(ToolCatalogBuilder settings) {
    catalog =
        settings
            .inputHandlers(handlers)
            .listener(
                new CatalogListener() {
                  @Override
                  public void callFinished(CallEvent call, CallOutcome outcome) {
                    events.add(call);
                  }
                })
            .build();
    catalogs = catalog;
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private void connect(String revision, TransportType type) {
    server.speaking(revision);
    endpoint = type.to(server);
    connect(ToolCatalog.builder().server("files", endpoint.transport()));
  }

  /** Asks the user once per call, as servers of the revision do. */
  private static FakeHandler asking(String revision) {
    return FakeRevisions.initialize().contains(revision)
        ? call -> FakeResult.text(call.ask(FORM).toJson().toJson())
        : call ->
            call.inputResponses().has("it")
                ? FakeResult.text("asked")
                : FakeResult.inputRequired(INPUT_REQUESTS, null);
  }

  private static CallOptions options(String user, String conversation) {
    return CallOptions.builder().user(user).conversationId(conversation).build();
  }

  private CompletableFuture<ToolOutput> callAsync(String tool, CallOptions options) {
    return catalog.callAsync(tool, "{}", options);
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(60, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  @ParameterizedTest
  @MethodSource("io.mcpbridge.contract.Matrix#all")
  void elicitationHandlerKnowsUserConversationAndCall(String revision, TransportType type)
      throws Exception {
    boolean forms = supportsForms(revision);
    server
        .tool("delete")
        .handler(
            forms
                ? asking(revision)
                : call -> FakeResult.text(call.ask(FakeServerRequest.roots()).toJson().toJson()));
    connect(revision, type);

    catalog.call("files__delete", "{}", options("ada", "chat-7"));

    CallEvent event = next(events);
    CallerContext caller = next(contexts).caller();
    assertThat(event.caller().user()).isEqualTo("ada");
    assertThat(event.caller().conversationId()).isEqualTo("chat-7");
    assertThat(event.caller().tool()).isEqualTo("delete");
    if (forms || hasStreamPerCall(type)) {
      String requestId = caller.requestId();
      assertThat(requestId).isNotNull();
      assertThat(server.received("tools/call"))
          .first()
          .satisfies(sent -> assertThat(sent.id().value()).hasToString(requestId));
      assertThat(caller)
          .isEqualTo(
              new CallerContext(
                  "files", "ada", "chat-7", event.executionId(), "delete", requestId));
    } else { // a request for roots that may be for the session
      assertThat(caller).isEqualTo(CallerContext.unknown("files"));
    }
  }

  private static boolean hasStreamPerCall(TransportType type) {
    return type.isStreamableHttp() || type == TransportType.IN_PROCESS;
  }

  private static boolean supportsForms(String revision) {
    return revision.compareTo(FakeRevisions.V2025_06_18) >= 0;
  }

  @ParameterizedTest
  @MethodSource("io.mcpbridge.contract.InputContractTest#withForms")
  void concurrentCallsOfTwoUsersAreNeverMixedUp(String revision, TransportType type)
      throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    FakeHandler asking = asking(revision);
    server
        .tool("delete")
        .handler(
            call -> {
              if (!call.inputResponses().has("it")) {
                barrier.await(60, TimeUnit.SECONDS);
              }
              FakeResult result = asking.call(call);
              if (FakeRevisions.initialize().contains(revision)) {
                barrier.await(60, TimeUnit.SECONDS); // no call ends before both have asked
              }
              return result;
            });
    connect(revision, type);

    CompletableFuture<ToolOutput> first = callAsync("files__delete", options("ada", "a"));
    CompletableFuture<ToolOutput> second = callAsync("files__delete", options("grace", "g"));
    first.get(60, TimeUnit.SECONDS);
    second.get(60, TimeUnit.SECONDS);

    List<CallerContext> callers = List.of(next(contexts).caller(), next(contexts).caller());
    if (hasStreamPerCall(type) || !FakeRevisions.initialize().contains(revision)) {
      assertThat(callers)
          .extracting(caller -> caller.user() + " " + caller.conversationId())
          .containsExactlyInAnyOrder("ada a", "grace g");
      assertThat(callers).allMatch(CallerContext::isCallKnown);
    } else {
      assertThat(callers)
          .containsOnly(new CallerContext("files", null, null, null, "delete", null));
    }
    assertThat(List.of(next(events), next(events)))
        .extracting(event -> event.caller().user() + " " + event.caller().conversationId())
        .containsExactlyInAnyOrder("ada a", "grace g");
  }

  /** The server may not have noticed the end of the first call. */
  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_SSE"})
  void callerIsUnknownAfterAnAbandonedCallOnASharedStream(TransportType type) throws Exception {
    server.tool("slow").returns(FakeResult.never());
    server.tool("delete").handler(asking(FakeRevisions.V2025_11_25));
    connect(FakeRevisions.V2025_11_25, type);

    ToolOutput slow =
        catalog.call(
            "files__slow",
            "{}",
            options("ada", "a").toBuilder().timeout(Duration.ofSeconds(1)).build());
    assertThat(slow.isError()).isTrue();
    catalog.call("files__delete", "{}", options("grace", "g"));
    assertThat(next(contexts)).isEqualTo(new InputContext(CallerContext.unknown("files"), null));

    catalog.call("files__delete", "{}", options("ada", "g"));
    assertThat(next(contexts).caller().user()).as("all calls that it can be").isEqualTo("ada");
  }

  /** The server is done with the abandoned call once it has answered it. */
  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_SSE"})
  void callerIsKnownAgainAfterLateResponseToAbandonedCall(TransportType type) throws Exception {
    server.tool("slow").returns(FakeResult.text("late").afterCancellation());
    server.tool("delete").handler(asking(FakeRevisions.V2025_11_25));
    connect(FakeRevisions.V2025_11_25, type);

    callWithTimeout("slow", "ada");
    awaitUserOfCallBy("grace");

    catalog.call("files__delete", "{}", options("grace", "g"));
    assertThat(next(contexts).caller().isCallKnown()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_SSE"})
  void lateResponseEndsDoubtAboutItsOwnCallOnly(TransportType type) throws Exception {
    server.tool("never").returns(FakeResult.never());
    server.tool("slow").returns(FakeResult.text("late").afterCancellation());
    server.tool("delete").handler(asking(FakeRevisions.V2025_11_25));
    connect(FakeRevisions.V2025_11_25, type);

    callWithTimeout("never", "ada");
    callWithTimeout("slow", "grace");
    awaitUserOfCallBy("ada");

    catalog.call("files__delete", "{}", options("grace", "g"));
    assertThat(next(contexts).caller()).isEqualTo(CallerContext.unknown("files"));
  }

  /** The server may still be working on the task. */
  @Test
  void lateResponseThatCreatesTaskDoesNotEndDoubt() throws Exception {
    server
        .tool("report")
        .returns(
            FakeResult.raw("{\"task\":{\"taskId\":\"t\",\"status\":\"working\"}}")
                .afterCancellation());
    server.tool("slow").returns(FakeResult.text("late").afterCancellation());
    server.tool("delete").handler(asking(FakeRevisions.V2025_11_25));
    connect(FakeRevisions.V2025_11_25, TransportType.STDIO);

    callWithTimeout("report", "ada");
    callWithTimeout("slow", "grace");
    awaitUserOfCallBy("ada");

    catalog.call("files__delete", "{}", options("grace", "g"));
    assertThat(next(contexts).caller()).isEqualTo(CallerContext.unknown("files"));
  }

  /** Waits until calls of this user can only be of this user. */
  private void awaitUserOfCallBy(String user) throws Exception {
    long giveUp = System.nanoTime() + SOON.toNanos();
    CallerContext caller;
    do {
      catalog.call("files__delete", "{}", options(user, "c"));
      caller = next(contexts).caller();
    } while (!user.equals(caller.user()) && System.nanoTime() < giveUp);
    assertThat(caller.user()).isEqualTo(user);
  }

  private void callWithTimeout(String tool, String user) {
    assertThat(
            catalog
                .call(
                    "files__" + tool,
                    "{}",
                    options(user, "c").toBuilder().timeout(Duration.ofSeconds(1)).build())
                .isError())
        .isTrue();
  }

  /** An attempt that an interceptor repeats is of the same call. */
  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_SSE"})
  void abandonedAttemptOfSameCallLeavesNoDoubtUntilItsEnd(TransportType type) throws Exception {
    server.speaking(FakeRevisions.V2025_11_25);
    FakeHandler asking = asking(FakeRevisions.V2025_11_25);
    AtomicBoolean first = new AtomicBoolean(true);
    server
        .tool("delete")
        .handler(call -> first.getAndSet(false) ? FakeResult.never() : asking.call(call));
    endpoint = type.to(server);
    connect(
        ToolCatalog.builder()
            .server("files", endpoint.transport())
            .addCallInterceptor(
                chain -> {
                  try {
                    return chain.proceed(
                        chain.request(),
                        chain.options().toBuilder().idleTimeout(Duration.ofSeconds(1)).build());
                  } catch (McpTimeoutException e) {
                    return chain.proceed(chain.request());
                  }
                }));

    catalog.call("files__delete", "{}", options("ada", "a"));
    assertThat(next(contexts).caller().user()).isEqualTo("ada");
    catalog.call("files__delete", "{}", options("grace", "g"));

    assertThat(next(contexts).caller().user()).as("may be of the first attempt").isNull();
  }

  /** Applications choose execution ids; two calls may have the same. */
  @Test
  void callsOfTwoUsersWithTheSameExecutionIdAreNotTheSame() throws Exception {
    server.tool("never").returns(FakeResult.never());
    server.tool("delete").handler(asking(FakeRevisions.V2025_11_25));
    connect(FakeRevisions.V2025_11_25, TransportType.STDIO);

    catalog.call(
        "files__never",
        "{}",
        options("ada", "a").toBuilder()
            .executionId("task 1")
            .timeout(Duration.ofSeconds(1))
            .build());
    catalog.call(
        "files__delete", "{}", options("grace", "g").toBuilder().executionId("task 1").build());

    assertThat(next(contexts).caller().user()).as("may be of the first call").isNull();
  }

  /** It got its response, so that the server is done with it. */
  @Test
  void failedCallLeavesNoDoubt() throws Exception {
    server.tool("fails").returns(FakeResult.failure(-32000, "closed today"));
    server.tool("delete").handler(asking(FakeRevisions.V2025_11_25));
    connect(FakeRevisions.V2025_11_25, TransportType.IN_PROCESS);

    catalog.call("files__fails", "{}", options("ada", "a"));
    catalog.call("files__delete", "{}", options("grace", "g"));

    assertThat(next(contexts).caller().user()).isEqualTo("grace");
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_EVENT_STREAM"})
  void requestOfATaskHasTheCallerOfTheTask(TransportType type) throws Exception {
    Latch latch = new Latch();
    server
        .tool("report")
        .runsAs(FakeTask.polledAtWill().until(latch).completes(FakeResult.empty()));
    connect(FakeRevisions.V2025_11_25, type);
    CompletableFuture<ToolOutput> first = callAsync("files__report", options("ada", "a"));
    Object task = server.awaitReceived("tasks/get", SOON).params().get("taskId");
    CompletableFuture<ToolOutput> second = callAsync("files__report", options("grace", "g"));
    server.awaitReceived("tools/call", 2, SOON);

    server.ask(
        FORM.with(
            "_meta", "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"" + task + "\"}}"),
        SOON);

    assertThat(next(contexts).caller().user()).isEqualTo("ada");
    latch.open();
    first.get(60, TimeUnit.SECONDS);
    second.get(60, TimeUnit.SECONDS);
  }

  @Test
  void requestOutsideOfCallsHasNoCaller() throws Exception {
    server.tool("slow").returns(FakeResult.never());
    connect(FakeRevisions.V2025_11_25, TransportType.IN_PROCESS);
    CompletableFuture<ToolOutput> call = callAsync("files__slow", options("ada", "a"));
    server.awaitReceived("tools/call", SOON);

    server.ask(FakeServerRequest.roots(), SOON);

    assertThat(next(contexts).caller()).isEqualTo(CallerContext.unknown("files"));
    call.cancel(true);
  }

  /** Over Streamable HTTP, the standalone stream carries what belongs to no call. */
  @Test
  void requestOnStandaloneStreamHasNoCaller() throws Exception {
    server.tool("slow").returns(FakeResult.never());
    connect(FakeRevisions.V2025_11_25, TransportType.HTTP_EVENT_STREAM);
    CompletableFuture<ToolOutput> call = callAsync("files__slow", options("ada", "a"));
    server.awaitReceived("tools/call", SOON);

    server.ask(FORM, SOON);

    assertThat(next(contexts).caller()).isEqualTo(CallerContext.unknown("files"));
    call.cancel(true);
  }

  @Test
  void sessionOfOneUserHasThatUser() throws Exception {
    server.speaking(FakeRevisions.V2025_11_25);
    server.tool("slow").returns(FakeResult.never());
    UserCatalogs<String> users =
        UserCatalogs.<String>builder(
                user ->
                    ToolCatalog.builder()
                        .server("files", server.transport())
                        .inputHandlers(handlers))
            .initialTimeout(SOON)
            .build();
    catalogs = users;
    catalog = users.of("ada");
    CompletableFuture<ToolOutput> call = callAsync("files__slow", CallOptions.defaults());
    CompletableFuture<ToolOutput> slowCall = callAsync("files__slow", CallOptions.defaults());
    server.awaitReceived("tools/call", 2, SOON);

    server.ask(FORM, SOON);
    server.ask(FakeServerRequest.roots(), SOON);

    assertThat(List.of(next(contexts).caller(), next(contexts).caller()))
        .containsExactly(
            new CallerContext("files", "ada", null, null, "slow", null),
            new CallerContext("files", "ada", null, null, null, null));
    call.cancel(true);
    slowCall.cancel(true);
  }

  /** The function may take the settings from wherever they were collected. */
  @Test
  void catalogWhoseSettingsAnotherThreadCollectsHasItsUser() throws Exception {
    server.speaking(FakeRevisions.V2025_11_25);
    server.tool("slow").returns(FakeResult.never());
    UserCatalogs<String> users =
        UserCatalogs.<String>builder(
                user ->
                    CompletableFuture.supplyAsync(
                            () ->
                                ToolCatalog.builder()
                                    .server("files", server.transport())
                                    .inputHandlers(handlers))
                        .join())
            .initialTimeout(SOON)
            .build();
    catalogs = users;
    catalog = users.of("ada");
    CompletableFuture<ToolOutput> call = callAsync("files__slow", CallOptions.defaults());
    server.awaitReceived("tools/call", SOON);

    server.ask(FORM, SOON);

    assertThat(next(contexts).caller().user()).isEqualTo("ada");
    call.cancel(true);
  }

  @Test
  void passesOnTheOptionsOfACallUncopied() {
    server.tool("read").returns("a");
    List<CallOptions> seen = new CopyOnWriteArrayList<>();
    connect(
        ToolCatalog.builder()
            .server("files", server.transport())
            .threadContext(() -> new CallAsUser("ada"))
            .addCallInterceptor(
                chain -> {
                  if (chain.request() instanceof CallToolRequest) {
                    assertThat(chain.caller().user()).isEqualTo("ada");
                    seen.add(chain.options());
                  }
                  return chain.proceed(chain.request());
                }));
    CallOptions ownOptions = CallOptions.builder().conversationId("c1").build();

    assertThat(catalog.call("files__read", "{}", ownOptions).text()).isEqualTo("a");
    assertThat(callAsync("files__read", ownOptions).join().text()).isEqualTo("a");

    assertThat(seen).hasSize(2).allSatisfy(options -> assertThat(options).isSameAs(ownOptions));
  }

  @Test
  void approvalInterceptorEventsAndHandlerHaveTheSameCaller() throws Exception {
    server.speaking(FakeRevisions.V2026_07_28);
    server.tool("delete").handler(asking(FakeRevisions.V2026_07_28));
    List<CallerContext> seen = new CopyOnWriteArrayList<>();
    connect(
        ToolCatalog.builder()
            .server("files", server.transport())
            .threadContext(() -> new CallAsUser("ada"))
            .addCallInterceptor(
                chain -> {
                  if (chain.request() instanceof CallToolRequest) {
                    seen.add(chain.caller());
                  }
                  return chain.proceed(chain.request());
                })
            .approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.ASK)
                    .handler(
                        request -> {
                          seen.add(request.caller());
                          return ApprovalDecision.allow();
                        })
                    .build()));

    catalog.call("files__delete", "{}", CallOptions.builder().conversationId(7L).build());

    CallerContext expected = next(events).caller();
    assertThat(expected.user()).isEqualTo("ada");
    assertThat(expected.conversationId()).isEqualTo(7L);
    assertThat(seen).containsExactly(expected, expected);
    assertThat(next(contexts).caller().executionId()).isEqualTo(expected.executionId());
  }

  private record CallAsUser(Object user) implements ThreadContextProvider.ContextSnapshot {
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      return call.get();
    }
  }

  @ParameterizedTest
  @MethodSource("io.mcpbridge.contract.InputContractTest#withForms")
  void logLinesOfCallsAndHandlersHaveMdcValues(String revision, TransportType type)
      throws Exception {
    List<Map<String, String>> lines = new CopyOnWriteArrayList<>();
    InputHandlers logging =
        InputHandlers.builder()
            .elicitForm(
                (form, context) -> {
                  lines.add(MDC.getCopyOfContextMap());
                  return ElicitResult.decline();
                })
            .build();
    server.speaking(revision);
    server.tool("delete").handler(asking(revision));
    endpoint = type.to(server);
    catalog =
        ToolCatalog.builder()
            .server("files", endpoint.transport())
            .inputHandlers(logging)
            .addWireInterceptor(
                chain -> {
                  if (chain.request() instanceof CallToolRequest) {
                    lines.add(MDC.getCopyOfContextMap());
                  }
                  return chain.proceed(chain.request());
                })
            .build();
    catalogs = catalog;
    assertThat(catalog.awaitReady(SOON)).isTrue();
    MDC.put("mcp.user", "outer");
    try {
      CallOptions options =
          options("ada\nINFO forged", "chat-7").toBuilder().executionId("e1").build();
      catalog.call("files__delete", "{}", options);
      callAsync("files__delete", options).get(60, TimeUnit.SECONDS);

      assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("mcp.user", "outer"));
    } finally {
      MDC.remove("mcp.user");
    }
    assertThat(lines)
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("mcp.server", "files")
                    .containsEntry("mcp.user", "ada INFO forged")
                    .containsEntry("mcp.conversation", "chat-7")
                    .containsEntry("mcp.execution", "e1")
                    .containsEntry("mcp.tool", "delete"));
  }

  @Test
  void eventsHaveTheOutputOnlyForListenersThatWantIt() throws Exception {
    server.tool("read").returns("x".repeat(5_000));
    BlockingQueue<String> outputs = new LinkedBlockingQueue<>();
    ToolCatalogBuilder settings = ToolCatalog.builder().server("files", server.transport());
    for (boolean wantsOutput : new boolean[] {false, true}) {
      settings.listener(
          new CatalogListener() {
            @Override
            public boolean wantsOutput() {
              return wantsOutput;
            }

            @Override
            public void callFinished(CallEvent call, CallOutcome outcome) {
              outputs.add(wantsOutput + " " + outcome.output());
            }
          });
    }
    connect(settings);

    catalog.call("files__read", "{}", CallOptions.defaults());

    assertThat(next(outputs)).isEqualTo("false null");
    assertThat(next(outputs)).isEqualTo("true " + "x".repeat(CallOutcome.MAX_OUTPUT));
  }
}
