package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls are retried only where that is safe. */
class RetryTest {

  private static final String READ_ONLY = "{\"readOnlyHint\": true}";
  private static final String IDEMPOTENT = "{\"idempotentHint\": true}";

  private static final ServerOptions TRUSTED =
      ServerOptions.builder().trustAnnotations(true).build();

  final OneServer weather = new OneServer();

  @AfterEach
  void close() {
    weather.close();
  }

  /** The call may have run and the tool has no hints, so it is not retried. */
  @Test
  void doesNotRetryUnannotatedToolAfterDisconnect() {
    weather.server.tool("now").returns("sunny");
    weather.start(TRUSTED);
    weather.server.injectNext("tools/call", Faults.disconnect());

    ToolOutput output = weather.call("now");

    assertThat(output.failure()).isInstanceOf(McpConnectionLostException.class);
    assertThat(output.text()).contains("whether it took effect is unknown");
    assertThat(weather.arrived()).isEqualTo(1);
    assertThat(weather.counters().retries()).isZero();
  }

  /** Annotations are untrusted claims of the server (tools, data types). */
  @Test
  void doesNotRetryOnUntrustedAnnotations() {
    weather.server.tool("now").annotations(READ_ONLY).returns("sunny");
    weather.start(ServerOptions.defaults());
    weather.server.injectNext("tools/call", Faults.disconnect());

    assertThat(weather.call("now").failure()).isInstanceOf(McpConnectionLostException.class);
    assertThat(weather.arrived()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {READ_ONLY, IDEMPOTENT})
  void whatMayRunTwiceIsRepeatedOnce(String hints) {
    weather.server.tool("now").annotations(hints).returns("sunny");
    weather.start(TRUSTED);
    weather.server.injectNext("tools/call", Faults.disconnect());

    assertThat(weather.call("now").text()).isEqualTo("sunny");

    assertThat(weather.arrived()).isEqualTo(2);
    assertThat(weather.counters().retries()).isEqualTo(1);
    assertThat(weather.counters().failures()).isZero();
  }

  @Test
  void retriesOnlyOnce() {
    weather.server.tool("now").annotations(READ_ONLY).returns("sunny");
    weather.start(TRUSTED);
    weather.server.injectNext(
        "tools/call", Faults.httpStatus(502), Faults.httpStatus(502), Faults.httpStatus(502));

    assertThat(weather.call("now").isError()).isTrue();

    assertThat(weather.arrived()).isEqualTo(2);
  }

  /** The permit goes to another call during the pause before the retry. */
  @Test
  void aRepeatThatGetsNoPermitMayHaveRunBefore() throws Exception {
    weather.server.tool("now").annotations(READ_ONLY).neverAnswers();
    weather.start(
        TRUSTED.toBuilder().callLimits(CallLimits.builder().maxConcurrentCalls(1).build()).build());
    weather.server.injectNext("tools/call", Faults.disconnect());

    CompletableFuture<ToolOutput> call =
        OneServer.onOwnThread(() -> weather.call("now", Duration.ofSeconds(2)));
    OneServer.await(() -> weather.counters().retries() == 1);
    CompletableFuture<ToolOutput> secondCall = weather.submit("now");

    ToolOutput output = call.get(60, TimeUnit.SECONDS);
    assertThat(output.failure()).isInstanceOf(McpTimeoutException.class);
    assertThat(output.failure().delivery().mayHaveRun()).isTrue();
    assertThat(output.text()).contains("it may still have run");
    weather.catalog().close();
    assertThat(secondCall.get(60, TimeUnit.SECONDS).isError()).isTrue();
  }

  @Test
  void doesNotRetryIfMaxRetriesIsZero() {
    weather.server.tool("now").annotations(READ_ONLY).returns("sunny");
    weather.start(
        TRUSTED.toBuilder().callLimits(CallLimits.builder().maxRetries(0).build()).build());
    weather.server.injectNext("tools/call", Faults.httpStatus(502));

    assertThat(weather.call("now").isError()).isTrue();
    assertThat(weather.arrived()).isEqualTo(1);
  }

  @Test
  void doesNotRetryAfterCallTimeout() {
    weather.server.tool("now").annotations(READ_ONLY).neverAnswers();
    weather.start(TRUSTED.toBuilder().timeout(Duration.ofSeconds(1)).build());

    assertThat(weather.call("now").failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("1 s (setting timeout)");
    assertThat(weather.arrived()).isEqualTo(1);
  }

  /** The first call after a restart succeeds (Streamable HTTP, session management). */
  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"HTTP_JSON", "HTTP_EVENT_STREAM"})
  void aForgottenSessionIsNotNoticed(TransportType type) {
    weather.server.speaking(FakeRevisions.V2025_11_25).tool("now").returns("sunny");
    try (Endpoint endpoint = type.to(weather.server)) {
      weather.start(endpoint.transport(), ServerOptions.defaults());
      weather.server.forgetSessions();

      assertThat(weather.call("now").text()).isEqualTo("sunny");
      assertThat(weather.server.received("initialize")).hasSize(2);
      weather.close();
    }
  }

  @Test
  void retriesCallIfSessionExpiresTwice() {
    weather.server.speaking(FakeRevisions.V2025_11_25).tool("now").returns("sunny");
    weather.start(StreamableHttpTransport.of(weather.server.url()), ServerOptions.defaults());
    weather.server.injectNext("tools/call", Faults.forgetSessions(), Faults.forgetSessions());

    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  /** As after a crash between two calls: the call restarts or reinitializes the server. */
  @ParameterizedTest
  @EnumSource(TransportType.class)
  void reconnectsAfterServerRestartBetweenCalls(TransportType type) {
    weather.server.speaking(FakeRevisions.V2025_06_18).tool("now").returns("sunny");
    try (Endpoint endpoint = type.to(weather.server)) {
      weather.start(endpoint.transport(), ServerOptions.defaults());
      assertThat(weather.call("now").text()).isEqualTo("sunny");

      if (!type.isStreamableHttp()) {
        weather.server.disconnectAll();
        OneServer.await(() -> !weather.catalog().client("weather").isConnected());
      }
      weather.server.forgetSessions();

      assertThat(weather.call("now").text()).isEqualTo("sunny");
      OneServer.await(() -> weather.status().state() == ServerState.CONNECTED);
      assertThat(weather.counters().failures()).isZero();
      weather.close();
    }
  }
}
