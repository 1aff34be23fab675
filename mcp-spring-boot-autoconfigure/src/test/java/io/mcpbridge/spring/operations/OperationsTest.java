package io.mcpbridge.spring.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.operations.ActuatorApplication.Answer;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Health and the endpoint {@code mcp} of a running application with three servers, one dead. */
class OperationsTest {

  private static final FakeMcpServer LEDGER = FakeMcpServer.create().named("book", "1.2");
  private static final FakeMcpServer WEATHER = FakeMcpServer.create();
  private static ActuatorApplication application;

  @BeforeAll
  static void start() throws InterruptedException {
    LEDGER.tool("balance").description("Says what is left");
    WEATHER.tool("forecast").returns("Rain");
    application =
        ActuatorApplication.start(
            "management.endpoints.web.exposure.include=health,mcp,metrics",
            "management.endpoint.health.show-details=always",
            "management.endpoint.health.probes.enabled=true",
            "management.endpoint.health.group.readiness.include=readinessState,mcp",
            "mcp.client.servers.ledger.url="
                + LEDGER.url().replace("//", "//user:geheim1@")
                + "?key=geheim2",
            "mcp.client.servers.ledger.headers.Authorization=Bearer geheim3",
            "mcp.client.servers.ledger.start=required",
            "mcp.client.guards.max-calls-per-invocation=2",
            "mcp.client.servers.weather.url=" + WEATHER.url(),
            "mcp.client.servers.gone.command=no-such-mcp-server",
            "mcp.client.servers.gone.args=--password=geheim4",
            "mcp.client.servers.gone.env.TOKEN=geheim5");
    application.await("weather", "CONNECTED");
    application.await("gone", "DISCONNECTED");
  }

  @AfterAll
  static void stop() {
    application.close();
    LEDGER.close();
    WEATHER.close();
  }

  @Test
  void unavailableOptionalServerDegradesHealth() {
    Answer health = application.get("/health/mcp");

    assertThat(health.status()).isEqualTo(200);
    assertThat(health.value("status")).isEqualTo("DEGRADED");
    assertThat(health.value("details", "servers", "ledger", "state")).isEqualTo("CONNECTED");
    assertThat(health.value("details", "servers", "ledger", "required")).isEqualTo(true);
    assertThat(health.value("details", "servers", "gone", "state")).isEqualTo("DISCONNECTED");
    assertThat(health.value("details", "servers", "gone", "reason")).asString().contains("command");
    assertThat(application.get("/health/readiness").value("status")).isEqualTo("UP");
    assertThat(application.get("/health").value("status")).isEqualTo("UP");
  }

  @Test
  void unavailableRequiredServerFailsReadiness() throws Exception {
    LEDGER.inject(Faults.httpStatus(503));
    application.post("/mcp/ledger", "{\"action\": \"restart\"}");
    application.await("ledger", "DISCONNECTED");

    assertThat(application.get("/health/readiness").status()).isEqualTo(503);
    assertThat(application.get("/health/mcp").value("status")).isEqualTo("DOWN");
    assertThat(application.get("/health/liveness").status()).isEqualTo(200);

    LEDGER.clearFaults();
    application.post("/mcp/ledger", "{\"action\": \"restart\"}");
    application.await("ledger", "CONNECTED");
    assertThat(application.get("/health/readiness").status()).isEqualTo(200);
  }

  @Test
  void endpointShowsServersToolsAndErrors() {
    Answer all = application.get("/mcp");
    Answer ledger = application.get("/mcp/ledger");
    Answer gone = application.get("/mcp/gone");

    assertThat(all.json().object("servers").toMap().keySet())
        .containsExactlyInAnyOrder("ledger", "weather", "gone");
    assertThat(all.value("servers", "ledger", "start")).isEqualTo("REQUIRED");
    assertThat(all.value("servers", "ledger", "implementation")).isEqualTo("book 1.2");
    assertThat(all.value("servers", "gone", "state")).isEqualTo("DISCONNECTED");
    assertThat(all.value("servers", "gone", "nextAttempt")).isNotNull();
    assertThat(ledger.body())
        .contains("\"modelName\":\"ledger__balance\"", "\"description\":\"Says what is left\"")
        .contains("\"approval\":");
    assertThat(gone.body()).contains("\"errors\":[{", "was not found");
    assertThat(application.get("/mcp/unknown").status()).isEqualTo(404);
  }

  @Test
  void recordsRequestAndToolCallMetrics() {
    application
        .context()
        .getBean(ToolCatalog.class)
        .call("weather__forecast", "{}", CallOptions.defaults());

    String metric = "/metrics/mcp.client.operation.duration";
    assertThat(application.get(metric + "?tag=mcp.method.name:tools/list").status()).isEqualTo(200);
    assertThat(application.get(metric + "?tag=gen_ai.tool.name:forecast").body())
        .contains("\"statistic\":\"COUNT\",\"value\":1.0");
  }

  @Test
  void showsTokensOfDefinitionsAndStoredResults() {
    Object tokens = application.get("/mcp").value("servers", "weather", "tokens");
    assertThat(tokens).asString().matches("[1-9]\\d*");
    assertThat(application.get("/mcp/weather").value("tools"))
        .as("its only tool")
        .asString()
        .contains("tokens=" + tokens);
    assertThat(application.get("/mcp").value("servers", "weather", "counters", "storedResults"))
        .hasToString("0");
    for (String state : List.of("stored", "not_stored", "read", "not_found")) {
      assertThat(application.get("/metrics/mcp.client.results?tag=state:" + state).status())
          .isEqualTo(200);
    }
    assertThat(application.get("/metrics/mcp.client.results.size").body())
        .contains("\"baseUnit\":\"bytes\"");
  }

  @Test
  void countsMistakesOfModel() {
    ToolCatalog catalog = application.context().getBean(ToolCatalog.class);
    CallOptions loop = CallOptions.builder().invocationId("loop").build();

    catalog.call("ledger__balanec", "{}", loop);
    catalog.call("ledger__balance", "not JSON", loop);
    catalog.call("ledger__balance", "{}", loop);
    catalog.call("ledger__balance", "{}", loop);

    String mistakes = "/metrics/mcp.client.tool.mistakes?tag=type:";
    assertThat(application.get(mistakes + "unknown_tool").body()).contains("\"value\":1.0");
    assertThat(application.get(mistakes + "invalid_arguments&tag=mcpbridge.server:ledger").body())
        .contains("\"value\":1.0");
    assertThat(application.get("/metrics/mcp.client.tool.limited").body())
        .contains("\"value\":2.0");
    assertThat(application.get("/metrics/mcp.client.approvals?tag=state:asked").status())
        .isEqualTo(200);
    assertThat(application.get("/metrics/mcp.client.server.requests.open").status()).isEqualTo(200);
    Answer all = application.get("/mcp");
    assertThat(all.value("unknownToolCalls")).isEqualTo(1);
    assertThat(all.value("servers", "ledger", "counters", "invalidArguments")).isEqualTo(1);
    assertThat(all.value("servers", "ledger", "counters", "limited")).isEqualTo(2);
  }

  @Test
  void propagatesTraceContextToServer() {
    application
        .context()
        .getBean(ToolCatalog.class)
        .call("ledger__balance", "{}", CallOptions.defaults());

    assertThat(LEDGER.received("tools/call").get(0).meta().string("traceparent"))
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
  }

  @Test
  void endpointsShowNoSecrets() {
    String everything =
        application.get("/mcp").body()
            + application.get("/mcp/ledger").body()
            + application.get("/mcp/gone").body()
            + application.get("/health").body();

    assertThat(everything).contains("ledger", "gone").doesNotContain("geheim");
  }

  @Test
  void endpointRefreshesServers() throws Exception {
    WEATHER.tool("tides");
    application.post("/mcp/weather", "{\"action\": \"refresh\"}");
    application.await("weather", "weather__tides");

    WEATHER.tool("storms");
    assertThat(application.post("/mcp", "{\"action\": \"refresh\"}").status()).isEqualTo(200);
    application.await("weather", "weather__storms");
  }

  @Test
  void endpointDisablesAndEnablesServer() throws Exception {
    Answer off = application.post("/mcp/weather", "{\"action\": \"disable\"}");
    assertThat(off.value("state")).isEqualTo("DISABLED");
    assertThat(off.value("disabledBy")).isEqualTo("the operator");
    application.await("weather", "DISABLED");
    assertThat(application.get("/health/mcp").value("details", "servers", "weather", "state"))
        .isEqualTo("DISABLED");

    application.post("/mcp/weather", "{\"action\": \"enable\"}");
    application.await("weather", "CONNECTED");
  }

  @Test
  void rejectsInvalidOperations() {
    assertThat(application.post("/mcp/unknown", "{\"action\": \"restart\"}").status())
        .isEqualTo(400);
    assertThat(application.post("/mcp/weather", "{\"action\": \"explode\"}").status())
        .isEqualTo(400);
    assertThat(application.post("/mcp/weather", "{}").status()).isEqualTo(400);
  }
}
