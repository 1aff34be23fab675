package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls in the background, and the threads that they use. */
class SubmittedCallsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CALL = "tools/call";
  private static final int CALLS = 1_000;
  private static final int HANDFUL = 16;

  /** Over HTTP, cancellation notifications are dropped when too many are queued. */
  private static final int CANCELLED = 50;

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    server.close();
    endpoint.close();
  }

  @ParameterizedTest
  @EnumSource
  void pendingCallsDoNotHoldThreads(TransportType type) {
    connect(type);
    assumeTrue(!type.isStreamableHttp(), "over Streamable HTTP a call keeps a thread");
    server.tool("stuck").neverAnswers();

    List<CompletableFuture<CallToolResult>> calls =
        IntStream.range(0, CALLS).mapToObj(n -> submit("stuck", CallOptions.defaults())).toList();
    server.awaitReceived(CALL, CALLS, SOON);

    OneServer.await(
        () -> LibraryThreads.count() < HANDFUL); // pool threads exit soon after their work
    calls.subList(0, CANCELLED).forEach(call -> call.cancel(true));
    OneServer.await(() -> server.cancelled().size() == CANCELLED);
  }

  @ParameterizedTest
  @EnumSource
  void completesAfterReleasingThread(TransportType type) throws Exception {
    connect(type);
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));

    CompletableFuture<CallToolResult> call = submit("slow", CallOptions.defaults());
    latch.awaitArrival(SOON);
    latch.open();

    assertThat(call.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
    assertThat(server.received(CALL)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void timesOut(TransportType type) {
    connect(type);
    server.tool("stuck").neverAnswers();

    CompletableFuture<CallToolResult> call =
        submit("stuck", CallOptions.builder().timeout(Duration.ofSeconds(1)).build());

    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("1 s", "tools/call stuck");
    server.awaitCancelled(CALL, SOON);
  }

  @ParameterizedTest
  @EnumSource
  void idleTimeoutEndsCall(TransportType type) {
    connect(type);
    server.tool("stuck").returns(FakeResult.never().afterProgress(1, 2.0, "half way"));

    CompletableFuture<CallToolResult> call =
        submit(
            "stuck",
            CallOptions.builder()
                .idleTimeout(Duration.ofSeconds(1))
                .onProgress(progress -> {})
                .build());

    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("idle-timeout");
    server.awaitCancelled(CALL, SOON);
  }

  @ParameterizedTest
  @EnumSource
  void closingClientEndsCall(TransportType type) {
    connect(type);
    server.tool("stuck").neverAnswers();
    CompletableFuture<CallToolResult> call = submit("stuck", CallOptions.defaults());
    server.awaitReceived(CALL, SOON);

    client.close();

    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(McpConnectionLostException.class);
  }

  /** As with {@code orTimeout}. */
  @ParameterizedTest
  @EnumSource
  void cancelsCallIfFutureIsCompletedExternally(TransportType type) {
    connect(type);
    server.tool("stuck").neverAnswers();
    CompletableFuture<CallToolResult> call = submit("stuck", CallOptions.defaults());
    server.awaitReceived(CALL, SOON);

    call.completeExceptionally(new TimeoutException());

    server.awaitCancelled(CALL, Duration.ofSeconds(60)); // before its own time limit
  }

  private void connect(TransportType type) {
    endpoint = type.to(server);
    client = McpClient.builder(endpoint.transport()).name("fake").timeout(SOON).build();
    client.server();
  }

  private CompletableFuture<CallToolResult> submit(String tool, CallOptions options) {
    return client.newCall(new CallToolRequest(tool, Map.of()), options).submit();
  }
}
