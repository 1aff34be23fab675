package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.catalog.CallLimits;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Gate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asynchronous calls run the same steps as blocking ones, and block no threads. */
class AsyncCallsTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String CALL = "tools/call";
  private static final int CALLS = 1_000;
  private static final int HANDFUL = 16;

  /** Over HTTP, cancellation notifications are dropped when too many are queued. */
  private static final int CANCELLED = 50;

  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
  private final CompletableFuture<ApprovalDecision> decision = new CompletableFuture<>();
  private Door door = Door.of(server.transport());
  private @Nullable ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) { // null in the nested tests
      catalog.close();
    }
    server.close();
    door.close();
  }

  @ParameterizedTest
  @EnumSource
  void aThousandCallsOfASlowServerHoldAHandfulOfThreads(Way way) {
    assumeTrue(
        !way.isStreamableHttp() || Runtime.version().feature() >= 21,
        "over Streamable HTTP a call keeps a thread, which is a virtual one from Java 21 on");
    server.tool("stuck").neverAnswers();
    door = way.to(server);
    start(CallLimits.builder().maxConcurrentCalls(CALLS).build());

    List<CompletableFuture<ToolOutput>> calls =
        IntStream.range(0, CALLS).mapToObj(n -> call("stuck")).toList();
    server.awaitReceived(CALL, CALLS, SOON);

    OneServer.await(() -> ours().size() < HANDFUL); // pool threads exit soon after their work
    calls.subList(0, CANCELLED).forEach(call -> call.cancel(true));
    OneServer.await(() -> server.cancelled().size() == CANCELLED);
  }

  @ParameterizedTest
  @EnumSource
  void isAnsweredAsOtherCallsAre(Way way) throws Exception {
    Gate gate = new Gate();
    server.tool("slow").returns(FakeResult.text("done").after(gate));
    server.tool("broken").returns(FakeResult.error("no such city"));
    door = way.to(server);
    start(CallLimits.defaults());

    CompletableFuture<ToolOutput> slow = call("slow");
    gate.awaitArrival(SOON);
    gate.open();

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
  void aFailureIsInTheOutput() throws Exception {
    server.tool("stuck").neverAnswers();
    start(CallLimits.defaults());

    ToolOutput late =
        get(
            catalog.callAsync(
                "s__stuck",
                "{}",
                CallOptions.defaults().withTimeout(Duration.ofMillis(200)),
                nobody()));

    assertThat(late.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("200 ms", "tools/call stuck");
  }

  /** Queued calls run in order of arrival; a canceled call leaves the queue. */
  @Test
  void aCallWaitsForItsPermitWithoutAThread() throws Exception {
    Gate gate = new Gate();
    server.tool("slow").returns(FakeResult.text("done").after(gate));
    start(CallLimits.builder().maxConcurrentCalls(1).maxWaitingCalls(CALLS).build());

    CompletableFuture<ToolOutput> first = call("slow");
    gate.awaitArrival(SOON);
    List<CompletableFuture<ToolOutput>> others =
        IntStream.range(0, CALLS).mapToObj(n -> call("slow")).toList();
    OneServer.await(() -> ours().size() < HANDFUL);
    assertThat(server.received(CALL)).hasSize(1);
    others.subList(1, CALLS).forEach(call -> call.cancel(true));
    gate.open();

    assertThat(get(first).text()).isEqualTo("done");
    assertThat(get(others.get(0)).text()).isEqualTo("done");
    assertThat(server.received(CALL)).hasSize(2);
  }

  /** All connections share the timer, and dependent stages may block. */
  @Test
  void aCallThatWaitedTooLongForItsPermitDoesNotCompleteOnTheTimer() throws Exception {
    server.tool("stuck").neverAnswers();
    start(CallLimits.builder().maxConcurrentCalls(1).build());
    CompletableFuture<ToolOutput> first = call("stuck");
    server.awaitReceived(CALL, SOON);

    CompletableFuture<String> late =
        catalog
            .callAsync(
                "s__stuck",
                "{}",
                CallOptions.defaults().withTimeout(Duration.ofMillis(200)),
                nobody())
            .thenApply(output -> Thread.currentThread().getName());

    assertThat(late.get(30, TimeUnit.SECONDS)).doesNotContain("timer");
    first.cancel(true);
  }

  @Test
  void aPersonDecidesWithoutAThreadThatWaits() throws Exception {
    server.tool("purge").returns(FakeResult.text("purged"));
    start(CallLimits.builder().maxConcurrentCalls(CALLS).build());

    List<CompletableFuture<ToolOutput>> calls =
        IntStream.range(0, 100).mapToObj(n -> call("purge")).toList();
    OneServer.await(() -> asked.size() == 100);
    OneServer.await(() -> ours().size() < HANDFUL);
    assertThat(server.received(CALL)).isEmpty();
    decision.complete(ApprovalDecision.allow());

    for (CompletableFuture<ToolOutput> call : calls) {
      assertThat(get(call).text()).isEqualTo("purged");
    }
  }

  @Test
  void cancellingTakesBackTheQuestion() {
    server.tool("purge").returns(FakeResult.text("purged"));
    start(CallLimits.defaults());

    CompletableFuture<ToolOutput> call = call("purge");
    OneServer.await(() -> asked.size() == 1);
    call.cancel(true);

    OneServer.await(decision::isCancelled);
    OneServer.await(() -> catalog.servers().get(0).counters().failures() == 1);
    assertThat(server.received(CALL)).isEmpty();
  }

  @Test
  void theCallersContextIsThereInEachStage() throws Exception {
    server.tool("purge").returns(FakeResult.text("purged"));
    start(CallLimits.defaults());
    decision.complete(ApprovalDecision.allow());

    get(catalog.callAsync("s__purge", "{}", CallOptions.defaults(), as("ada")));

    assertThat(users).containsExactly("ada");
    assertThat(USER.get()).isNull();
  }

  @Test
  void endsWithTheCatalog() throws Exception {
    server.tool("stuck").neverAnswers();
    start(CallLimits.defaults());
    CompletableFuture<ToolOutput> call = call("stuck");
    server.awaitReceived(CALL, SOON);

    catalog.close();

    assertThat(get(call).isError()).isTrue();
    assertThat(get(call("stuck")).text())
        .isEqualTo(catalog.call("s__stuck", "{}", CallOptions.defaults()).text());
  }

  private final List<String> users = new CopyOnWriteArrayList<>();

  private void start(CallLimits limits) {
    start(ServerOptions.builder().callLimits(limits).build());
  }

  private void start(ServerOptions options) {
    ApprovalHandler person =
        new ApprovalHandler() {
          @Override
          public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
            asked.add(request);
            users.add(String.valueOf(USER.get()));
            return decision;
          }
        };
    ToolCatalogBuilder builder =
        ToolCatalog.builder()
            .server("s", door.transport(), options)
            .approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.AUTO)
                    .ask("purge")
                    .handler(person)
                    .build());
    catalog = builder.build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private CompletableFuture<ToolOutput> call(String tool) {
    return catalog.callAsync("s__" + tool, "{}", CallOptions.defaults(), nobody());
  }

  private static ToolOutput get(CompletableFuture<ToolOutput> call) throws Exception {
    return call.get(30, TimeUnit.SECONDS);
  }

  private static CallerContext.Captured nobody() {
    return CallerContext.NOTHING;
  }

  private static CallerContext.Captured as(String user) {
    return new CallerContext.Captured() {
      @Override
      public <T extends @Nullable Object> T during(Supplier<T> call) {
        USER.set(user);
        try {
          return call.get();
        } finally {
          USER.remove();
        }
      }
    };
  }

  /** Platform threads only; virtual threads are not listed. */
  private static List<String> ours() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("mcp-") && !name.startsWith("mcp-fake-"))
        .toList();
  }

  @Nested
  class Retries extends RepeatedCallsTest {

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
  class CircuitBreaker extends SparedServerTest {

    CircuitBreaker() {
      weather.asynchronously();
    }

    /** The test uses a thread-local, which is not set on the catalog's threads. */
    @Override
    void whoWaitsForCredentialsDoesNotCostTheOthersTheServer() {}
  }

  @Nested
  class Bulkhead extends ConcurrentCallsTest {

    Bulkhead() {
      weather.asynchronously();
    }

    /** Not applicable: no thread blocks, so none can be interrupted. */
    @Override
    void whoIsInterruptedWhileHeWaitsSendsNothing() {}
  }
}
