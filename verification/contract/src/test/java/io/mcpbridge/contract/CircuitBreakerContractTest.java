package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpCredentialsTimeoutException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The circuit breaker of a reachable but failing server opens, and calls fail fast. */
class CircuitBreakerContractTest {

  private static final Duration AGES = Duration.ofMinutes(1);
  private static final Duration BRIEF = Duration.ofMillis(20);

  final OneServer weather = new OneServer();

  @AfterEach
  void close() {
    weather.close();
  }

  private void start(Duration pause) {
    weather.server.tool("now").returns("sunny");
    weather.server.tool("stuck").neverAnswers();
    weather.server.tool("fails").returns(FakeResult.error("no such city"));
    weather.server.tool("mumbles").returns(FakeResult.raw("{\"resultType\": \"odd\"}"));
    weather.server.tool("refuses").returns(FakeResult.failure(-32602, "city is missing"));
    weather.start(
        ServerOptions.builder()
            .tool("stuck", ToolOptions.builder().timeout(Duration.ofMillis(300)).build())
            .callLimits(
                CallLimits.builder()
                    .circuitBreakerFailureThreshold(2)
                    .circuitBreakerOpenDuration(pause)
                    .build())
            .build());
  }

  @Test
  void circuitOpensAfterConsecutiveFailures() {
    start(AGES);
    assertThat(weather.call("stuck").failure()).isInstanceOf(McpTimeoutException.class);
    assertThat(weather.status().reason()).isNull();
    assertThat(weather.call("stuck").failure()).isInstanceOf(McpTimeoutException.class);
    int arrived = weather.arrived();

    ToolOutput spared = weather.call("now");

    assertThat(spared.text())
        .matches(
            "weather__now is temporarily unavailable; it did not run."
                + " Go on without it or try again in about \\d\\d seconds\\.");
    assertThat(spared.failure())
        .isInstanceOfSatisfying(
            McpUnavailableException.class, e -> assertThat(e.until()).isAfter(Instant.now()))
        .hasMessageContainingAll(
            "\"weather\"",
            "tools/call now",
            "2 consecutive calls failed",
            "CallLimits.circuitBreakerFailureThreshold",
            "CallLimits.circuitBreakerOpenDuration",
            "300 ms (setting tools.stuck.timeout)");
    assertThat(weather.arrived()).isEqualTo(arrived);
    assertThat(weather.status().state()).isEqualTo(ServerState.DEGRADED);
    assertThat(weather.status().reason()).contains("2 consecutive calls failed");
    assertThat(weather.catalog().snapshot().tool("weather__now")).as("stays listed").isNotNull();
  }

  @Test
  void closesCircuitAfterSuccessfulTrialCall() {
    start(BRIEF);
    weather.call("stuck");
    weather.call("stuck");

    OneServer.await(() -> !weather.call("now").isError());

    assertThat(weather.status().reason()).isNull();
    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @Test
  void reopensCircuitAfterFailedTrialCall() {
    start(BRIEF);
    weather.call("stuck");
    weather.call("stuck");

    OneServer.await(() -> weather.call("stuck").failure() instanceof McpTimeoutException);
    // The reason is visible while the circuit is open; each failure extends the open duration.
    OneServer.await(
        () -> {
          weather.call("stuck");
          String reason = weather.status().reason();
          return reason != null
              && weather.arrived() > 3
              && reason.contains(weather.arrived() + " consecutive calls failed");
        });
  }

  @Test
  void errorResponsesResetFailureCount() {
    start(AGES);
    for (int i = 0; i < 3; i++) {
      assertThat(weather.call("stuck").failure()).isInstanceOf(McpTimeoutException.class);
      assertThat(weather.call("fails").text()).isEqualTo("Error: no such city");
      assertThat(weather.call("stuck").failure()).isInstanceOf(McpTimeoutException.class);
      assertThat(weather.call("refuses").text()).contains("city is missing");
      assertThat(weather.call("stuck").failure()).isInstanceOf(McpTimeoutException.class);
      assertThat(weather.call("mumbles").failure()).isInstanceOf(McpProtocolException.class);
    }

    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @Test
  void doesNotCountShorterTimeoutOfCaller() {
    start(AGES);
    for (int i = 0; i < 4; i++) {
      assertThat(weather.call("stuck", Duration.ofMillis(10)).failure())
          .isInstanceOf(McpTimeoutException.class);
    }

    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @Test
  void doesNotCountShorterIdleTimeoutOfCaller() {
    start(AGES);
    for (int i = 0; i < 4; i++) {
      assertThat(
              weather
                  .call("stuck", CallOptions.builder().idleTimeout(Duration.ofMillis(10)).build())
                  .failure())
          .isInstanceOf(McpTimeoutException.class);
    }

    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @Test
  void countsHttp5xxAsFailure() {
    start(AGES);
    weather.server.injectNext("tools/call", Faults.httpStatus(500), Faults.httpStatus(502));

    assertThat(weather.call("now").text())
        .isEqualTo(
            "The server of weather__now failed; whether it took effect is unknown."
                + " Try again later.");
    weather.call("now");

    assertThat(weather.call("now").failure()).isInstanceOf(McpUnavailableException.class);
  }

  @Test
  void restartClosesCircuit() {
    start(AGES);
    weather.call("stuck");
    weather.call("stuck");
    assertThat(weather.call("now").failure()).isInstanceOf(McpUnavailableException.class);

    weather.catalog().restart("weather");

    OneServer.await(() -> weather.call("now").text().equals("sunny"));
  }

  /** A slow token endpoint of one user does not count as a failure of the server. */
  @Test
  void doesNotCountCredentialsTimeout() {
    weather.server.tool("now").returns("sunny");
    ThreadLocal<Boolean> waits = ThreadLocal.withInitial(() -> false);
    Credentials credentials =
        request -> {
          if (waits.get()) {
            request.waitContext().await(new CompletableFuture<>(), AGES, "a token of login.test");
          }
          return Map.of();
        };
    weather.start(
        StreamableHttpTransport.builder(URI.create(weather.server.url()))
            .credentials(credentials)
            .build(),
        ServerOptions.builder()
            .timeout(Duration.ofSeconds(2))
            .callLimits(
                CallLimits.builder()
                    .circuitBreakerFailureThreshold(2)
                    .circuitBreakerOpenDuration(AGES)
                    .build())
            .build());
    waits.set(true);
    for (int i = 0; i < 2; i++) {
      ToolOutput late = weather.call("now");
      assertThat(late.failure())
          .isInstanceOf(McpCredentialsTimeoutException.class)
          .hasMessageContainingAll("2 s (setting timeout)", "waiting for a token of login.test");
      assertThat(late.text()).contains("it did not run");
    }
    waits.set(false);

    assertThat(weather.call("now", OneServer.SOON).text()).isEqualTo("sunny");
  }
}
