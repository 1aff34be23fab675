package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous calls run the same steps as blocking ones, and block no threads. */
class AsyncCallsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CALL = "tools/call";
  private static final int CALLS = 1_000;
  private static final int HANDFUL = 16;

  /** Over HTTP, cancellation notifications are dropped when too many are queued. */
  private static final int CANCELLED = 50;

  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<ApprovalRequest> approvalRequests = new CopyOnWriteArrayList<>();
  private final CompletableFuture<ApprovalDecision> decision = new CompletableFuture<>();
  private Endpoint endpoint = Endpoint.of(server.transport());
  private @Nullable ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) { // null in the nested tests
      catalog.close();
    }
    server.close();
    endpoint.close();
  }

  @ParameterizedTest
  @EnumSource
  void pendingCallsDoNotHoldThreads(TransportType type) {
    assumeTrue(!type.isStreamableHttp(), "over Streamable HTTP a call keeps a thread");
    server.tool("stuck").neverAnswers();
    endpoint = type.to(server);
    start(CallLimits.builder().maxConcurrentCalls(CALLS).build());

    List<CompletableFuture<ToolOutput>> calls =
        IntStream.range(0, CALLS).mapToObj(n -> call("stuck")).toList();
    server.awaitReceived(CALL, CALLS, SOON);

    awaitFewThreads();
    calls.subList(0, CANCELLED).forEach(call -> call.cancel(true));
    OneServer.await(() -> server.cancelled().size() == CANCELLED);
  }

  @ParameterizedTest
  @EnumSource
  void returnsSameOutputAsSynchronousCall(TransportType type) throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    server.tool("broken").returns(FakeResult.error("no such city"));
    endpoint = type.to(server);
    start(CallLimits.defaults());

    CompletableFuture<ToolOutput> slow = call("slow");
    latch.awaitArrival(SOON);
    latch.open();

    assertThat(get(slow)).isEqualTo(catalog.call("s__slow", "{}", CallOptions.defaults()));
    assertThat(get(call("broken")))
        .isEqualTo(catalog.call("s__broken", "{}", CallOptions.defaults()));
    assertThat(get(call("other")).text())
        .isEqualTo(catalog.call("s__other", "{}", CallOptions.defaults()).text());
    assertThat(get(catalog.callAsync("s__slow", "{", CallOptions.defaults(), nobody())).text())
        .isEqualTo(catalog.call("s__slow", "{", CallOptions.defaults()).text());
    assertThat(catalog.servers().get(0).counters().calls()).isEqualTo(6);
  }

  @Test
  void returnsTimeoutInOutput() throws Exception {
    server.tool("stuck").neverAnswers();
    start(CallLimits.defaults());

    ToolOutput late =
        get(
            catalog.callAsync(
                "s__stuck",
                "{}",
                CallOptions.builder().timeout(Duration.ofSeconds(1)).build(),
                nobody()));

    assertThat(late.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("1 s", "tools/call stuck");
  }

  /** Queued calls run in order of arrival; a canceled call leaves the queue. */
  @Test
  void queuedCallsBlockNoThreads() throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    start(CallLimits.builder().maxConcurrentCalls(1).maxQueuedCalls(CALLS).build());

    CompletableFuture<ToolOutput> first = call("slow");
    latch.awaitArrival(SOON);
    List<CompletableFuture<ToolOutput>> otherCalls =
        IntStream.range(0, CALLS).mapToObj(n -> call("slow")).toList();
    awaitFewThreads();
    assertThat(server.received(CALL)).hasSize(1);
    otherCalls.subList(1, CALLS).forEach(call -> call.cancel(true));
    latch.open();

    assertThat(get(first).text()).isEqualTo("done");
    assertThat(get(otherCalls.get(0)).text()).isEqualTo("done");
    assertThat(server.received(CALL)).hasSize(2);
  }

  /** All connections share the timer, and dependent stages may block. */
  @Test
  void permitTimeoutDoesNotCompleteOnTimerThread() throws Exception {
    server.tool("stuck").neverAnswers();
    start(CallLimits.builder().maxConcurrentCalls(1).build());
    CompletableFuture<ToolOutput> first = call("stuck");
    server.awaitReceived(CALL, SOON);

    CompletableFuture<String> late =
        catalog
            .callAsync(
                "s__stuck",
                "{}",
                CallOptions.builder().timeout(Duration.ofMillis(200)).build(),
                nobody())
            .thenApply(output -> Thread.currentThread().getName());

    assertThat(late.get(60, TimeUnit.SECONDS)).doesNotContain("timer");
    first.cancel(true);
  }

  @Test
  void pendingApprovalsDoNotHoldThreads() throws Exception {
    server.tool("purge").returns("purged");
    start(CallLimits.builder().maxConcurrentCalls(CALLS).build());

    List<CompletableFuture<ToolOutput>> calls =
        IntStream.range(0, 100).mapToObj(n -> call("purge")).toList();
    OneServer.await(() -> approvalRequests.size() == 100);
    awaitFewThreads();
    assertThat(server.received(CALL)).isEmpty();
    decision.complete(ApprovalDecision.allow());

    for (CompletableFuture<ToolOutput> call : calls) {
      assertThat(get(call).text()).isEqualTo("purged");
    }
  }

  @Test
  void cancelWithdrawsApprovalRequest() {
    server.tool("purge").returns("purged");
    start(CallLimits.defaults());

    CompletableFuture<ToolOutput> call = call("purge");
    OneServer.await(() -> approvalRequests.size() == 1);
    call.cancel(true);

    OneServer.await(decision::isCancelled);
    OneServer.await(() -> catalog.servers().get(0).counters().failures() == 1);
    assertThat(server.received(CALL)).isEmpty();
  }

  @Test
  void propagatesThreadContext() throws Exception {
    server.tool("purge").returns("purged");
    start(CallLimits.defaults());
    decision.complete(ApprovalDecision.allow());

    get(catalog.callAsync("s__purge", "{}", CallOptions.defaults(), as("ada")));

    assertThat(users).containsExactly("ada");
    assertThat(USER.get()).isNull();
  }

  @Test
  void closingCatalogEndsCall() throws Exception {
    server.tool("stuck").neverAnswers();
    start(CallLimits.defaults());
    CompletableFuture<ToolOutput> call = call("stuck");
    server.awaitReceived(CALL, SOON);

    catalog.close();

    assertThat(get(call).isError()).isTrue();
    assertThat(get(call("stuck")).text())
        .isEqualTo(catalog.call("s__stuck", "{}", CallOptions.defaults()).text());
  }

  /** What waits for a permit or a person ends at once, and not at its own time limit. */
  @Test
  void closingCatalogEndsQueuedCalls() throws Exception {
    server.tool("stuck").neverAnswers();
    server.tool("purge").returns("purged");
    start(CallLimits.builder().maxConcurrentCalls(1).maxQueuedCalls(CALLS).build());
    CompletableFuture<ToolOutput> first = call("stuck");
    server.awaitReceived(CALL, SOON);
    List<CompletableFuture<ToolOutput>> waiting =
        IntStream.range(0, CALLS).mapToObj(n -> call("stuck")).toList();
    CompletableFuture<ToolOutput> ofPerson = call("purge");
    OneServer.await(() -> approvalRequests.size() == 1);

    catalog.close();

    assertThat(first.get(60, TimeUnit.SECONDS).isError()).isTrue();
    for (CompletableFuture<ToolOutput> call : waiting) {
      assertThat(call.get(60, TimeUnit.SECONDS).text()).contains("it did not run");
    }
    assertThat(ofPerson.get(60, TimeUnit.SECONDS).text()).contains("it did not run");
    OneServer.await(decision::isCancelled);
    assertThat(server.received(CALL)).hasSize(1);
  }

  /** The catalog is closed during the pause before the retry. */
  @Test
  void closeBeforeRetryReportsThatCallMayHaveRun() throws Exception {
    server.tool("stuck").annotations("{\"readOnlyHint\": true}").neverAnswers();
    start(ServerOptions.builder().trustAnnotations(true).build());
    server.injectNext(CALL, Faults.disconnect());
    CompletableFuture<ToolOutput> call = call("stuck");
    OneServer.await(() -> catalog.servers().get(0).counters().retries() == 1);

    catalog.close();

    assertThat(get(call).failure()).isInstanceOf(McpUnavailableException.class);
    assertThat(get(call).failure().delivery().mayHaveRun()).isTrue();
    assertThat(get(call).text())
        .contains("whether it took effect is unknown")
        .doesNotContain("did not run");
  }

  /** The timer is shared by all connections. */
  @Test
  void approvalTimeoutDoesNotCancelOnTimerThread() throws Exception {
    server.tool("purge").returns("purged");
    maxWait = Duration.ofMillis(100);
    List<String> threads = new CopyOnWriteArrayList<>();
    answers =
        () -> {
          CompletableFuture<ApprovalDecision> answer = new CompletableFuture<>();
          answer.whenComplete((decided, failure) -> threads.add(Thread.currentThread().getName()));
          return answer;
        };
    start(CallLimits.defaults());

    List<CompletableFuture<ToolOutput>> calls =
        IntStream.range(0, HANDFUL).mapToObj(n -> call("purge")).toList();

    for (CompletableFuture<ToolOutput> call : calls) {
      assertThat(get(call).text()).contains("did not run");
    }
    OneServer.await(() -> threads.size() == HANDFUL);
    assertThat(threads).noneMatch(thread -> thread.contains("timer"));
  }

  /** In the first stage, when the call is sent, and when it is taken up again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aContextThatFailsEndsTheCall(int time) throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    server.tool("other").returns("other");
    start(CallLimits.builder().maxConcurrentCalls(1).build());

    CompletableFuture<ToolOutput> call =
        catalog.callAsync("s__slow", "{}", CallOptions.defaults(), failingFrom(time));
    OneServer.await(() -> ended.get() == time - 1); // so that the call waits for its response
    latch.open();

    assertThat(
            call.handle((output, failure) -> failure != null || output.isError())
                .get(60, TimeUnit.SECONDS))
        .isTrue();
    assertThat(get(call("other")).text()).isEqualTo("other");
  }

  /** As with {@code orTimeout}. */
  @Test
  void completingFutureExternallyCancelsRequest() throws Exception {
    server.tool("stuck").neverAnswers();
    server.tool("other").returns("other");
    start(CallLimits.builder().maxConcurrentCalls(1).build());

    CompletableFuture<ToolOutput> call = call("stuck");
    server.awaitReceived(CALL, SOON);
    call.completeExceptionally(new TimeoutException());

    server.awaitCancelled(CALL, SOON);
    assertThat(get(call("other")).text()).isEqualTo("other");
  }

  private final List<String> users = new CopyOnWriteArrayList<>();
  private Duration maxWait = SOON;
  private Supplier<CompletableFuture<ApprovalDecision>> answers = () -> decision;

  private void start(CallLimits limits) {
    start(ServerOptions.builder().callLimits(limits).build());
  }

  private void start(ServerOptions options) {
    ApprovalHandler person =
        new ApprovalHandler() {
          @Override
          public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
            approvalRequests.add(request);
            users.add(String.valueOf(USER.get()));
            return answers.get();
          }
        };
    ToolCatalogBuilder builder =
        ToolCatalog.builder()
            .server("s", endpoint.transport(), options)
            .approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.ALLOW)
                    .ask("purge")
                    .handlerAsync(person)
                    .timeout(maxWait)
                    .build());
    catalog = builder.build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private CompletableFuture<ToolOutput> call(String tool) {
    return catalog.callAsync("s__" + tool, "{}", CallOptions.defaults(), nobody());
  }

  private static ToolOutput get(CompletableFuture<ToolOutput> call) throws Exception {
    return call.get(60, TimeUnit.SECONDS);
  }

  /** Suppliers of credentials and headers run on other threads than the caller's. */
  @Test
  void callWithoutGivenContextUsesContextOfCallingThread() throws Exception {
    server.tool("x");
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server(
                "s",
                StreamableHttpTransport.builder(server.http().url())
                    .header("X-User", USER::get)
                    .build())
            .threadContext(
                () -> {
                  String user = USER.get();
                  return user == null ? nobody() : as(user);
                })
            .build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      ToolSet searched =
          catalog.searchable(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build());

      for (ToolSet tools : List.of(catalog, catalog.view(tool -> true), searched)) {
        USER.set("ada");
        CompletableFuture<ToolOutput> call;
        try {
          call = tools.callAsync("s__x", "{}");
        } finally {
          USER.remove();
        }
        assertThat(get(call).isError()).isFalse();
      }
    }
    assertThat(server.received(CALL))
        .hasSize(3)
        .allSatisfy(call -> assertThat(call.header("X-User")).isEqualTo("ada"));
  }

  private static ThreadContextProvider.ContextSnapshot nobody() {
    return ThreadContextProvider.NOTHING;
  }

  private final AtomicInteger ended = new AtomicInteger();

  private ThreadContextProvider.ContextSnapshot failingFrom(int time) {
    AtomicInteger times = new AtomicInteger();
    return new ThreadContextProvider.ContextSnapshot() {
      @Override
      public <T extends @Nullable Object> T call(Supplier<T> call) {
        if (times.incrementAndGet() >= time) {
          throw new IllegalStateException("the user is signed out");
        }
        T result = call.get();
        ended.incrementAndGet();
        return result;
      }
    };
  }

  private static ThreadContextProvider.ContextSnapshot as(String user) {
    return new ThreadContextProvider.ContextSnapshot() {
      @Override
      public <T extends @Nullable Object> T call(Supplier<T> call) {
        USER.set(user);
        try {
          return call.get();
        } finally {
          USER.remove();
        }
      }
    };
  }

  /** Those of a pool end soon after their work. */
  private static void awaitFewThreads() {
    OneServer.await(() -> LibraryThreads.count() < HANDFUL);
  }

  @Nested
  class Retries extends RetryTest {

    Retries() {
      weather.asynchronously();
    }
  }

  @Nested
  class RetryAfter extends RetryAfterTest {

    RetryAfter() {
      weather.asynchronously();
    }
  }

  @Nested
  class CircuitBreaker extends CircuitBreakerContractTest {

    CircuitBreaker() {
      weather.asynchronously();
    }

    /** The test uses a thread-local, which is not set on the catalog's threads. */
    @Override
    void doesNotCountCredentialsTimeout() {}
  }

  @Nested
  class Bulkhead extends ConcurrentCallsTest {

    Bulkhead() {
      weather.asynchronously();
    }

    /** Not applicable: no thread blocks, so none can be interrupted. */
    @Override
    void interruptedQueuedCallIsNotSent() {}
  }
}
