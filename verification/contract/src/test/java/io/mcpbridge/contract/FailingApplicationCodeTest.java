package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.Latch;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Application code that a call runs may throw checked exceptions without declaring them, as Kotlin
 * code does, or return nothing: that call fails, and the next one succeeds.
 */
class FailingApplicationCodeTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final CallToolRequest FINE = new CallToolRequest("fine", Map.of());
  private static final int PERMITS = 2;
  private static final int FAILURES = PERMITS + 1;

  private final FakeMcpServer server = FakeMcpServer.create();
  private final AtomicInteger failures = new AtomicInteger();

  /** How many times the application has run work of an asynchronous call. */
  private final AtomicInteger ended = new AtomicInteger();

  private @Nullable ToolCatalog catalog;

  enum Mode {
    BLOCKING,
    ASYNCHRONOUS
  }

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void anInterceptorThatThrowsACheckedExceptionKeepsNoPermit(Mode mode) throws Exception {
    Interceptor failing = chain -> isNextToFail(chain) ? sneak() : chain.proceed(chain.request());
    start(builder -> builder.addCallInterceptor(failing));

    assertFailuresEnd(mode, "java.io.IOException: no audit log");
  }

  @ParameterizedTest
  @EnumSource
  void anInterceptorThatReturnsNothingFailsTheCall(Mode mode) throws Exception {
    Interceptor failing = chain -> isNextToFail(chain) ? null : chain.proceed(chain.request());
    start(builder -> builder.addCallInterceptor(failing));

    assertFailuresEnd(mode, "returned no result");
  }

  @ParameterizedTest
  @EnumSource
  void aWireInterceptorThatReturnsNothingFailsTheCall(Mode mode) throws Exception {
    Interceptor failing = chain -> isNextToFail(chain) ? null : chain.proceed(chain.request());
    start(builder -> builder.addWireInterceptor(failing));

    assertFailuresEnd(mode, "returned no result");
  }

  /** Such as the {@code NotImplementedError} of Kotlin's {@code TODO()}. */
  @ParameterizedTest
  @MethodSource("failuresOfApprovals")
  void anApprovalHandlerThatFailsDeniesTheCall(Throwable failure, Mode mode) throws Exception {
    ApprovalHandler failing =
        new ApprovalHandler() {
          @Override
          public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
            return failures.incrementAndGet() <= FAILURES
                ? sneak(failure)
                : CompletableFuture.completedFuture(ApprovalDecision.allow());
          }
        };
    start(
        builder ->
            builder.approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.ASK)
                    .handlerAsync(failing)
                    .build()));

    assertCallsAreDenied(mode);
  }

  @ParameterizedTest
  @MethodSource("failuresOfApprovals")
  void anApprovalPolicyThatIsNotAvailableDeniesTheCall(Throwable failure, Mode mode)
      throws Exception {
    start(
        builder ->
            builder.approval(
                () ->
                    failures.incrementAndGet() <= FAILURES
                        ? sneak(failure)
                        : ApprovalPolicy.allowAll()));

    assertCallsAreDenied(mode);
  }

  @Test
  void anInterruptedApprovalHandlerKeepsTheInterrupt() {
    start(
        builder ->
            builder.approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.ASK)
                    .handlerAsync(request -> sneak(new InterruptedException()))
                    .build()));

    assertCallIsDeniedAndInterrupted();
  }

  @Test
  void anInterruptedApprovalPolicyKeepsTheInterrupt() {
    start(builder -> builder.approval(() -> sneak(new InterruptedException())));

    assertCallIsDeniedAndInterrupted();
  }

  private void assertCallIsDeniedAndInterrupted() {
    ToolOutput output = catalog.call("s__fine", "{}", CallOptions.defaults());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(output.text()).startsWith("s__fine did not run: ");
    assertThat(server.received("tools/call")).isEmpty();
  }

  static Stream<Arguments> failuresOfApprovals() {
    return Stream.of(
            new IllegalStateException("no database"),
            new IOException("no audit log"),
            new AssertionError("not implemented"))
        .flatMap(failure -> Stream.of(Mode.values()).map(mode -> Arguments.of(failure, mode)));
  }

  private void assertCallsAreDenied(Mode mode) throws Exception {
    for (int i = 0; i < FAILURES; i++) {
      assertThat(call(mode).text()).startsWith("s__fine did not run: ");
    }
    assertThat(call(mode).text()).isEqualTo("fine");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  /** In the first stage, when the call is sent, and when it is taken up again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aContextThatThrowsACheckedExceptionEndsTheCall(int time) throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    start(UnaryOperator.identity());

    CompletableFuture<ToolOutput> call =
        catalog.callAsync(
            "s__slow", "{}", CallOptions.defaults(), from(time, FailingApplicationCodeTest::sneak));
    openWhenThreadsEnded(latch, time);

    assertThat(
            call.handle((output, failure) -> failure != null || output.isError())
                .get(60, TimeUnit.SECONDS))
        .isTrue();
    assertThat(call(Mode.ASYNCHRONOUS).text()).isEqualTo("fine");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aContextThatDoesNotRunItsWorkEndsTheCall(int time) throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    start(UnaryOperator.identity());

    CompletableFuture<String> call =
        catalog
            .callAsync("s__slow", "{}", CallOptions.defaults(), from(time, () -> null))
            .handle((output, e) -> String.valueOf(e == null ? output.failure() : e));
    openWhenThreadsEnded(latch, time);

    assertThat(call.get(60, TimeUnit.SECONDS))
        .contains("ThreadContextProvider.ContextSnapshot.call");
    assertThat(call(Mode.ASYNCHRONOUS).text()).isEqualTo("fine");
  }

  @Test
  void aSubmittedCallEndsWithTheCheckedExceptionOfAnInterceptor() {
    server.tool("fine").returns("fine");
    try (McpClient client =
        McpClient.builder(server.transport()).addCallInterceptor(chain -> sneak()).build()) {

      CompletableFuture<?> call = client.newCall(FINE, CallOptions.defaults()).submit();

      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
  }

  /** When it begins, and when its response has arrived. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSubmittedCallEndsIfThereCanBeNoThreadForIt(int time) {
    Latch latch = new Latch();
    server.tool("fine").returns(FakeResult.text("fine").after(latch));
    AtomicInteger times = new AtomicInteger();
    Executor threads =
        work -> {
          if (times.incrementAndGet() == time) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          Runnable counted =
              () -> {
                work.run();
                ended.incrementAndGet();
              };
          new Thread(counted, "application").start();
        };
    try (McpClient client = McpClient.of(server.transport())) {

      CompletableFuture<?> call = client.newCall(FINE, CallOptions.defaults()).submit(threads);
      openWhenThreadsEnded(latch, time);

      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(OutOfMemoryError.class);
    }
  }

  private void start(UnaryOperator<ToolCatalogBuilder> application) {
    server.tool("fine").returns("fine");
    CallLimits limits = CallLimits.builder().maxConcurrentCalls(PERMITS).maxQueuedCalls(1).build();
    catalog =
        application
            .apply(
                ToolCatalog.builder()
                    .server(
                        "s",
                        server.transport(),
                        ServerOptions.builder().callLimits(limits).timeout(SOON).build()))
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private boolean isNextToFail(Interceptor.Chain chain) {
    return chain.request() instanceof CallToolRequest && failures.incrementAndGet() <= FAILURES;
  }

  private void assertFailuresEnd(Mode mode, String reason) throws Exception {
    for (int i = 0; i < FAILURES; i++) {
      ToolOutput output = call(mode);
      assertThat(output.isError()).isTrue();
      assertThat(output.failure())
          .isInstanceOf(McpException.class)
          .hasMessageContainingAll("failed in this application", reason);
    }
    assertThat(call(mode).text()).isEqualTo("fine");
    assertThat(catalog.servers().get(0).counters().failures()).isEqualTo(FAILURES);
  }

  private ToolOutput call(Mode mode) throws Exception {
    return mode == Mode.BLOCKING
        ? catalog.call("s__fine", "{}", CallOptions.defaults())
        : catalog.callAsync("s__fine", "{}").get(60, TimeUnit.SECONDS);
  }

  /** The application's context, which does something else than the work from this time on. */
  private ThreadContextProvider.ContextSnapshot from(int time, Supplier<?> otherwise) {
    AtomicInteger times = new AtomicInteger();
    return new ThreadContextProvider.ContextSnapshot() {
      @Override
      @SuppressWarnings("unchecked")
      public <T extends @Nullable Object> T call(Supplier<T> call) {
        if (times.incrementAndGet() >= time) {
          return (T) otherwise.get();
        }
        T result = call.get();
        ended.incrementAndGet();
        return result;
      }
    };
  }

  /** Opens the latch once the call has given up the threads that it has had before this time. */
  private void openWhenThreadsEnded(Latch latch, int time) {
    Waiting.until(() -> ended.get() >= time - 1);
    latch.open();
  }

  private static <T> T sneak() {
    return sneak(new IOException("no audit log"));
  }

  private static <T> T sneak(Throwable failure) {
    return FailingApplicationCodeTest.<T, RuntimeException>sneakAs(failure);
  }

  @SuppressWarnings("unchecked")
  private static <T, E extends Throwable> T sneakAs(Throwable failure) throws E {
    throw (E) failure;
  }
}
