package com.example.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Call limits, as an application configures them. */
class LimitCallsTest {

  private final FakeMcpServer server = FakeMcpServer.create().named("ci", "1");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void configuresTimeoutsAndBulkheadPerServer() {
    server.tool("build").returns("built");
    ServerOptions options =
        ServerOptions.builder()
            .timeout(Duration.ofSeconds(20))
            .callLimits(CallLimits.builder().maxConcurrentCalls(8).maxQueuedCalls(16).build())
            .tool(
                "build",
                ToolOptions.builder()
                    .timeout(Duration.ofMinutes(15))
                    .idleTimeout(Duration.ofMinutes(1))
                    .build())
            .build();

    try (ToolCatalog catalog =
        ToolCatalog.builder().server("ci", server.transport(), options).build()) {
      catalog.awaitReady(Duration.ofSeconds(30));
      assertThat(catalog.call("ci__build", "{}", CallOptions.defaults()).text()).isEqualTo("built");
    }
  }

  @Test
  void stopsModelInLoop() {
    server.tool("build").returns(FakeResult.error("no such branch"));
    CallOptions request = CallOptions.builder().invocationId("42").build();

    CallGuards guards =
        CallGuards.builder().maxCallsPerInvocation(30).maxConsecutiveFailures(3).build();
    ToolCatalog catalog =
        ToolCatalog.builder().server("ci", server.transport()).callGuards(guards).build();

    try (catalog) {
      catalog.awaitReady(Duration.ofSeconds(30));
      for (int failed = 0; failed < 3; failed++) {
        catalog.call("ci__build", "{}", request);
      }
      assertThat(catalog.call("ci__build", "{}", request).text())
          .isEqualTo(
              "ci__build did not run: the last 3 tool calls failed."
                  + " Call no more tools; answer with what you have.");
    }
  }

  @Test
  void eventsOfOpenCircuitBreaker() {
    server.tool("build").returns("built");
    List<String> messages = new ArrayList<>();
    try (ToolCatalog catalog = ToolCatalog.builder().server("ci", server.transport()).build()) {
      catalog.awaitReady(Duration.ofSeconds(30));
      server.injectNext("tools/call", Faults.httpStatus(503, Map.of("Retry-After", "300"), ""));
      catalog.call("ci__build", "{}", CallOptions.defaults());

      ToolOutput output = catalog.call("ci__build", "{}", CallOptions.defaults());
      if (output.failure() instanceof McpUnavailableException open && open.until() != null) {
        messages.add("try again at " + open.until());
      }
      for (ServerStatus status : catalog.servers()) {
        messages.add(status.name() + ": " + status.counters() + ", " + status.reason());
      }
    }

    assertThat(messages.get(0)).startsWith("try again at ");
    assertThat(messages.get(1)).contains("ci: ", "calls=2, failures=2", "asks to retry after");
  }

  @Test
  void retriesReadOnlyToolIfAnnotationsTrusted() {
    server.tool("status").annotations("{\"readOnlyHint\": true}").returns("all green");
    ServerOptions trusted = ServerOptions.builder().trustAnnotations(true).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("ci", server.transport(), trusted).build()) {
      catalog.awaitReady(Duration.ofSeconds(30));
      server.injectNext("tools/call", Faults.httpStatus(502));

      assertThat(catalog.call("ci__status", "{}", CallOptions.defaults()).text())
          .isEqualTo("all green");
    }
  }
}
