package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerError;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The observable status of each server. */
class CatalogStatusTest {

  private final CatalogWatch watch = new CatalogWatch();
  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "7");
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    weather.close();
  }

  private void start(Transport transport) {
    ServerOptions options = ServerOptions.builder().start(StartPolicy.REQUIRED).build();
    catalog = ToolCatalog.builder().server("weather", transport, options).listener(watch).build();
  }

  private ServerStatus status() {
    return catalog.servers().get(0);
  }

  private void call(String name) {
    catalog.call(name, "{}", CallOptions.defaults());
  }

  private static Map<String, Long> counted(ServerStatus status) {
    Map<String, Long> counts = new HashMap<>(status.counters().asMap());
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  @Test
  void statusShowsAllServerDetails() {
    weather.speaking(FakeRevisions.V2025_06_18).instructions("Ask for one city at a time.");
    weather.tool("now").returns("sunny");
    weather.tool("fails").returns(FakeResult.failure(-32000, "closed"));
    Instant before = Instant.now();
    start(StreamableHttpTransport.of(weather.url()));
    watch.await("weather connected");
    call("weather__now");
    call("weather__fails");

    ServerStatus status = status();

    assertThat(status.name()).isEqualTo("weather");
    assertThat(status.address()).isEqualTo(weather.url());
    assertThat(status.options().start()).isEqualTo(StartPolicy.REQUIRED);
    assertThat(status.state()).isEqualTo(ServerState.CONNECTED);
    assertThat(status.since()).isBetween(before, Instant.now());
    assertThat(status.reason()).isNull();
    assertThat(status.disabledBy()).isNull();
    assertThat(status.info().protocolVersion()).isEqualTo(FakeRevisions.V2025_06_18);
    assertThat(status.info().implementation().version()).isEqualTo("7");
    assertThat(status.info().instructions()).isEqualTo("Ask for one city at a time.");
    assertThat(status.tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("weather__now", "weather__fails");
    assertThat(status.toolCount()).isEqualTo(2);
    assertThat(status.nextAttempt()).isNull();
    assertThat(counted(status))
        .containsOnly(
            entry("calls", 2L),
            entry("failures", 1L),
            entry("connects", 1L),
            entry("refreshes", 1L));
    assertThat(status.errors())
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.level()).isEqualTo(LoggingLevel.WARNING);
              assertThat(error.operation()).isEqualTo("tools/call fails");
              assertThat(error.message()).contains("closed");
              assertThat(error.at()).isBetween(before, Instant.now());
            });
  }

  @Test
  void unreachableServerIsListedWithErrors() {
    Instant before = Instant.now();
    start(StreamableHttpTransport.of("http://user:s3cret@127.0.0.1:1/mcp?key=s3cret"));
    watch.await("weather CONNECTING -> DISCONNECTED");

    ServerStatus status = status();

    assertThat(status.reason()).contains("127.0.0.1:1", "setting: url");
    assertThat(status.info()).isNull();
    assertThat(status.nextAttempt()).isAfter(before);
    assertThat(status.errors()).isNotEmpty();
    ServerError first = status.errors().get(0);
    assertThat(first.level()).isEqualTo(LoggingLevel.ERROR);
    assertThat(first.operation()).isEqualTo("connecting");
    assertThat(first.message()).isEqualTo(status.reason());
    assertThat(status.toString()).doesNotContain("s3cret");
  }

  @Test
  void failedRestartIsRetriedSoonDespiteEarlierRetryAfter() throws Exception {
    String url = weather.url();
    weather.inject(Faults.httpStatus(503, Map.of("Retry-After", "600"), ""));
    start(StreamableHttpTransport.of(url));
    watch.await("weather CONNECTING -> DISCONNECTED");
    assertThat(status().nextAttempt()).isAfter(Instant.now().plusSeconds(60));
    weather.clearFaults();
    weather.http().stop();

    catalog.restart("weather");
    watch.await("weather CONNECTING -> DISCONNECTED", 2);

    assertThat(status().nextAttempt()).isBefore(Instant.now().plusSeconds(60));
    weather.http().start();
    watch.await("weather connected");
  }

  @Test
  void nextAttemptFollowsReconnectDelay() {
    ServerOptions patient =
        ServerOptions.builder()
            .reconnectDelay(Duration.ofMinutes(20))
            .maxReconnectDelay(Duration.ofHours(2))
            .build();
    weather.inject(Faults.httpStatus(500));
    Transport transport = StreamableHttpTransport.of(weather.url());
    catalog = ToolCatalog.builder().server("weather", transport, patient).listener(watch).build();
    watch.await("weather CONNECTING -> DISCONNECTED");

    assertThat(status().nextAttempt())
        .isBetween(Instant.now().plusSeconds(9 * 60), Instant.now().plusSeconds(20 * 60));
  }

  /** Two consecutive failures open the circuit breaker. */
  private void startSparing(Transport transport, Duration pause) {
    weather.tool("now").returns("sunny");
    catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                transport,
                ServerOptions.builder()
                    .start(StartPolicy.REQUIRED)
                    .callLimits(
                        CallLimits.builder()
                            .circuitBreakerFailureThreshold(2)
                            .circuitBreakerOpenDuration(pause)
                            .build())
                    .build())
            .listener(watch)
            .build();
    watch.await("weather connected");
  }

  /** A reachable but unusable server shows as degraded on an operator's dashboard. */
  @Test
  void openCircuitBreakerDegradesServer() {
    startSparing(weather.transport(), Duration.ofMinutes(1));
    Instant before = Instant.now();
    weather.injectNext("tools/call", Faults.httpStatus(500), Faults.httpStatus(502));

    call("weather__now");
    call("weather__now");

    watch.await("weather CONNECTED -> DEGRADED");
    assertThat(status().state()).isEqualTo(ServerState.DEGRADED);
    assertThat(status().since()).isBetween(before, Instant.now());
    assertThat(status().reason())
        .matches("circuit breaker open until 2.*")
        .contains(
            "CallLimits.circuitBreakerOpenDuration",
            "2 consecutive calls failed",
            "CallLimits.circuitBreakerFailureThreshold",
            "502");
    catalog.awaitRequired(Duration.ofDays(1));
    assertThat(catalog.snapshot().tool("weather__now")).as("stays listed").isNotNull();

    assertThat(watch.of("weather")).containsOnlyOnce("weather connected");
    assertThat(watch.of("weather")).doesNotContain("weather lost");
  }

  @Test
  void returnsToConnectedAfterOpenDurationWithoutCalls() {
    startSparing(weather.transport(), Duration.ofMillis(20));
    weather.injectNext("tools/call", Faults.httpStatus(500), Faults.httpStatus(502));

    call("weather__now");
    call("weather__now");

    watch.await("weather DEGRADED -> CONNECTED");
    assertThat(status().state()).isEqualTo(ServerState.CONNECTED);
    assertThat(status().reason()).isNull();
    assertThat(watch.of("weather")).containsOnlyOnce("weather connected");
    assertThat(weather.received("tools/call")).hasSize(2);
  }

  /** As when a tool crashes its process on each call, and the process is restarted at once. */
  @Test
  void reportsReconnectWhileCircuitBreakerIsOpen() throws Exception {
    startSparing(StreamableHttpTransport.of(weather.url()), Duration.ofMinutes(1));
    weather.injectNext("tools/call", Faults.httpStatus(500), Faults.httpStatus(502));
    call("weather__now");
    call("weather__now");
    weather.http().stop();
    catalog.refresh("weather");
    watch.await("weather lost");

    weather.http().start();
    catalog.refresh("weather");

    watch.await("weather connected", 2);
    watch.await("weather CONNECTED -> DEGRADED", 2);
    assertThat(status().reason()).contains("2 consecutive calls failed");
  }

  @Test
  void failedToolListingDegradesServerAndKeepsTools() {
    weather.speaking(FakeRevisions.V2025_11_25);
    weather.tool("now").returns("sunny");
    start(weather.transport());
    watch.await("weather connected");
    weather.inject("tools/list", Faults.error(-32603, "the database is away"));

    catalog.refresh("weather");
    watch.await("weather CONNECTED -> DEGRADED");

    assertThat(status().reason())
        .isEqualTo(
            "its tools cannot be listed: the server answered with error -32603: the database is"
                + " away");
    assertThat(catalog.snapshot().tool("weather__now")).as("the last good list").isNotNull();
    assertThat(catalog.call("weather__now", "{}", CallOptions.defaults()).text())
        .isEqualTo("sunny");
    assertThat(catalog.awaitReady(Duration.ofDays(1))).isTrue();
    catalog.awaitRequired(Duration.ofDays(1));
    weather.clearFaults();
    watch.await("weather DEGRADED -> CONNECTED");
    assertThat(weather.connectionsOpened()).isEqualTo(1);
    assertThat(watch.of("weather")).doesNotContain("weather lost");
  }

  @Test
  void keepsErrorsAndCountersAcrossDisableAndEnable() {
    weather.tool("fails").returns(FakeResult.failure(-32000, "closed"));
    start(weather.transport());
    watch.await("weather connected");
    call("weather__fails");

    catalog.disable("weather", "the operator");
    assertThat(status().errors()).hasSize(1);
    assertThat(status().tools()).isEmpty();
    catalog.enable("weather");
    watch.await("weather connected", 2);

    assertThat(status().errors()).hasSize(1);
    assertThat(counted(status()))
        .containsOnly(
            entry("calls", 1L),
            entry("failures", 1L),
            entry("connects", 2L),
            entry("refreshes", 2L));
  }

  @Test
  void limitsNumberAndLengthOfErrors() {
    weather.tool("fails").returns(FakeResult.failure(-32000, "x".repeat(100_000)));
    start(weather.transport());
    watch.await("weather connected");

    for (int i = 0; i < 110; i++) {
      call("weather__fails");
    }

    List<ServerError> errors = status().errors();
    assertThat(errors)
        .hasSize(100)
        .allSatisfy(error -> assertThat(error.message()).hasSizeLessThanOrEqualTo(1_000));
    assertThat(status().counters().failures()).isEqualTo(110);
  }
}
