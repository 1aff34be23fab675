package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Call timeouts, the settings that control them, and the cancellation that the server receives. */
class CallTimeoutsTest {

  private static final Duration BRIEF = Duration.ofSeconds(1);

  final OneServer weather = new OneServer();
  private Endpoint endpoint;

  @AfterEach
  void close() {
    weather.close();
    if (endpoint != null) {
      endpoint.close();
    }
  }

  private void start(ServerOptions options) {
    weather.server.tool("stuck").neverAnswers();
    weather.server.tool("now").returns("sunny");
    weather.start(options);
  }

  private static void assertTimedOut(ToolOutput output, String limit) {
    assertThat(output.isError()).as("never a success").isTrue();
    assertThat(output.text())
        .isEqualTo("weather__stuck did not answer in time; it may still have run.");
    assertThat(output.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"weather\"", "tools/call stuck", limit);
  }

  @Test
  void appliesServerTimeout() {
    start(ServerOptions.builder().timeout(BRIEF).build());

    assertTimedOut(weather.call("stuck"), "within 1 s (setting timeout)");
  }

  @Test
  void appliesToolTimeout() {
    start(
        ServerOptions.builder()
            .tool("stuck", ToolOptions.builder().timeout(BRIEF).build())
            .build());

    assertTimedOut(weather.call("stuck"), "within 1 s (setting tools.stuck.timeout)");
    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @Test
  void callTimeoutOverridesToolTimeout() {
    start(
        ServerOptions.builder()
            .tool("stuck", ToolOptions.builder().timeout(OneServer.SOON).build())
            .build());

    assertTimedOut(weather.call("stuck", BRIEF), "within 1 s (setting CallOptions.timeout)");
  }

  @Test
  void idleTimeoutEndsCallWithoutProgress() {
    start(
        ServerOptions.builder()
            .tool("stuck", ToolOptions.builder().idleTimeout(BRIEF).build())
            .build());

    assertTimedOut(weather.call("stuck"), "within 1 s (setting idle-timeout)");
  }

  /** Progress may reset the timeout, up to a maximum for the whole call (timeouts). */
  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "HTTP_EVENT_STREAM"})
  void progressExtendsTheIdleLimitAndNeverTheWhole(TransportType type) {
    weather
        .server
        .tool("stuck")
        .handler(
            call -> {
              for (int i = 1; !call.isCancelled(); i++) {
                call.progress(i, null, "still at it");
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
              }
              return FakeResult.never();
            });
    endpoint = type.to(weather.server);
    weather.start(
        endpoint.transport(),
        ServerOptions.builder()
            .timeout(Duration.ofSeconds(4))
            .idleTimeout(Duration.ofSeconds(2))
            .build());

    assertTimedOut(weather.call("stuck"), "within 4 s (setting timeout)");
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void timeoutCancelsRequestOnServer(TransportType type) {
    weather.server.speaking(FakeRevisions.V2025_06_18);
    weather.server.tool("stuck").neverAnswers();
    endpoint = type.to(weather.server);
    weather.start(endpoint.transport(), ServerOptions.builder().timeout(BRIEF).build());

    assertTimedOut(weather.call("stuck"), "(setting timeout)");

    weather.server.awaitCancelled("tools/call", OneServer.SOON);
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void interruptCancelsRequestOnServer(TransportType type) throws Exception {
    Latch latch = new Latch();
    weather.server.speaking(FakeRevisions.V2025_06_18);
    weather.server.tool("stuck").returns(FakeResult.text("late").after(latch));
    endpoint = type.to(weather.server);
    weather.start(endpoint.transport(), ServerOptions.defaults());
    AtomicReference<Thread> caller = new AtomicReference<>();
    CompletableFuture<ToolOutput> call =
        OneServer.onOwnThread(
            () -> {
              caller.set(Thread.currentThread());
              return weather.call("stuck", CallOptions.defaults());
            });
    latch.awaitArrival(OneServer.SOON);

    caller.get().interrupt();

    ToolOutput output = call.get(60, TimeUnit.SECONDS);
    assertThat(output.text()).isEqualTo("The call of weather__stuck was cancelled.");
    assertThat(output.failure()).isInstanceOf(McpCancelledException.class);
    weather.server.awaitCancelled("tools/call", OneServer.SOON);
    latch.open();
  }
}
