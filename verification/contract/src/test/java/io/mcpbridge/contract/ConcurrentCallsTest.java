package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limit on concurrent calls per server, and the queue for calls beyond it. */
class ConcurrentCallsTest {

  final OneServer weather = new OneServer();
  private final Latch latch = new Latch();

  @AfterEach
  void close() {
    latch.open();
    weather.close();
  }

  private void start(int concurrent, int waiting) {
    weather.server.tool("slow").returns(FakeResult.text("late").after(latch));
    weather.start(
        CallLimits.builder().maxConcurrentCalls(concurrent).maxQueuedCalls(waiting).build());
  }

  @Test
  void fullBulkheadRejectsCalls() throws Exception {
    start(2, 1);
    CompletableFuture<ToolOutput> first = weather.submit("slow");
    CompletableFuture<ToolOutput> second = weather.submit("slow");
    weather.server.awaitReceived("tools/call", 2, OneServer.SOON);

    CompletableFuture<ToolOutput> third = weather.submit("slow");
    CompletableFuture<ToolOutput> fourth = weather.submit("slow");
    ToolOutput refused =
        (ToolOutput) CompletableFuture.anyOf(third, fourth).get(60, TimeUnit.SECONDS);

    assertThat(refused.text())
        .isEqualTo(
            "weather__slow is temporarily unavailable; it did not run."
                + " Go on without it or try later.");
    assertThat(refused.failure())
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContainingAll(
            "\"weather\"",
            "slow",
            "2 of 2 calls",
            "CallLimits.maxConcurrentCalls",
            "CallLimits.maxQueuedCalls");
    latch.open();
    assertThat(
            Stream.of(first, second, third, fourth)
                .map(CompletableFuture::join)
                .map(ToolOutput::text))
        .containsExactlyInAnyOrder("late", "late", "late", refused.text());
    assertThat(weather.arrived()).isEqualTo(3);
  }

  @Test
  void queuedCallTimesOut() {
    start(1, 10);
    CompletableFuture<ToolOutput> first = weather.submit("slow");
    latch.awaitArrival(OneServer.SOON);

    ToolOutput output = weather.call("slow", Duration.ofMillis(50));

    assertThat(output.text()).contains("temporarily unavailable; it did not run");
    assertThat(output.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll(
            "not sent within 50 ms", "1 of 1 calls are in flight", "CallLimits.maxConcurrentCalls");
    assertThat(output.failure().delivery()).isEqualTo(Delivery.NOT_SENT);
    latch.open();
    assertThat(first.join().text()).isEqualTo("late");
    assertThat(weather.arrived()).isEqualTo(1);
  }

  @Test
  void queuedCallsRunWhenPermitsAreReleased() {
    start(1, 10);
    List<CompletableFuture<ToolOutput>> calls =
        Stream.generate(() -> weather.submit("slow")).limit(8).toList();
    latch.awaitArrival(OneServer.SOON);

    latch.open();

    assertThat(calls).extracting(call -> call.join().text()).containsOnly("late").hasSize(8);
  }

  @Test
  void callsToOneServerRunConcurrently() {
    weather.server.tool("meet").returns(FakeResult.text("met").after(latch));
    weather.start(CallLimits.defaults());

    List<CompletableFuture<ToolOutput>> calls =
        Stream.generate(() -> weather.submit("meet")).limit(16).toList();
    weather.server.awaitReceived("tools/call", 16, OneServer.SOON);
    latch.open();

    assertThat(calls).extracting(call -> call.join().text()).containsOnly("met").hasSize(16);
  }

  @Test
  void interruptedQueuedCallIsNotSent() throws Exception {
    start(1, 10);
    CompletableFuture<ToolOutput> first = weather.submit("slow");
    latch.awaitArrival(OneServer.SOON);
    CompletableFuture<ToolOutput> interrupted =
        OneServer.onOwnThread(
            () -> {
              Thread.currentThread().interrupt();
              return weather.call("slow");
            });

    assertThat(interrupted.get(60, TimeUnit.SECONDS).text())
        .isEqualTo("The call of weather__slow was cancelled.");
    latch.open();
    assertThat(first.join().text()).isEqualTo("late");
    assertThat(weather.arrived()).isEqualTo(1);
  }
}
