package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalog honors {@code Retry-After} (RFC 9110, section 10.2.3). */
class RetryAfterTest {

  final OneServer weather = new OneServer();

  @AfterEach
  void close() {
    weather.close();
  }

  private void start(CallLimits limits) {
    weather.server.tool("now").returns("sunny");
    weather.start(limits);
  }

  private static Fault busy(int status, String retryAfter) {
    return Faults.httpStatus(status, Map.of("Retry-After", retryAfter), "");
  }

  private static String date(Duration fromNow) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.now().plus(fromNow).atZone(ZoneOffset.UTC));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void nobodyCallsBeforeThatTime(int status) {
    start(CallLimits.defaults());
    weather.server.injectNext("tools/call", busy(status, "40"));

    ToolOutput first = weather.call("now");
    ToolOutput second = weather.call("now");

    assertThat(first.failure()).isInstanceOf(McpHttpStatusException.class);
    assertThat(first.text()).contains("weather__now", "gain in about 40 seconds.");
    assertThat(second.text())
        .isEqualTo(
            "weather__now is temporarily unavailable; it did not run."
                + " Go on without it or try again in about 40 seconds.");
    assertThat(second.failure())
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContainingAll("HTTP status " + status, "CallLimits.maxRetryAfter");
    assertThat(weather.arrived()).isEqualTo(1);
    assertThat(weather.status().state()).isEqualTo(ServerState.CONNECTED);
    assertThat(weather.status().reason()).contains("asks to retry after");
    assertThat(weather.server.received("tools/list")).as("not listed either").hasSize(1);
  }

  @Test
  void acceptsRetryAfterDate() {
    start(CallLimits.defaults());
    weather.server.injectNext("tools/call", busy(429, date(Duration.ofSeconds(90))));

    assertThat(weather.call("now").text()).containsPattern("in about (89|90) seconds");
    assertThat(weather.call("now").failure()).isInstanceOf(McpUnavailableException.class);
    assertThat(weather.arrived()).isEqualTo(1);
  }

  @Test
  void retriesCallAfterShortRetryAfter() {
    start(CallLimits.defaults());
    weather.server.injectNext("tools/call", busy(429, "1"));

    assertThat(weather.call("now").text()).isEqualTo("sunny");

    assertThat(weather.arrived()).isEqualTo(2);
    assertThat(weather.counters().retries()).isEqualTo(1);
  }

  @Test
  void capsRetryAfterAtConfiguredMaximum() {
    start(CallLimits.builder().maxRetryAfter(Duration.ofMillis(1)).maxRetries(0).build());
    weather.server.injectNext("tools/call", busy(429, "86400"));

    assertThat(weather.call("now").isError()).isTrue();

    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "soon", "-1", "1.5", ""})
  void whatSaysNothingIsNoPause(String retryAfter) {
    start(CallLimits.builder().maxRetries(0).build());
    weather.server.injectNext("tools/call", busy(429, retryAfter));

    assertThat(weather.call("now").isError()).isTrue();

    assertThat(weather.call("now").text()).isEqualTo("sunny");
  }
}
