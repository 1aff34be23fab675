package com.example.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of docs/how-to/test-an-agent.md. */
@ExtendWith(LeakCheck.class)
class TestAnAgentTest {

  @Test
  void fakeServerRespondsAndRecords() {
    try (FakeMcpServer server = FakeMcpServer.create().named("weather", "1.0.0")) {
      server
          .tool("forecast")
          .description("The weather in a city")
          .inputSchema("{\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\"}}}")
          .handler(call -> FakeResult.text("Sunny in " + call.string("city")));

      try (McpToolProvider tools =
          McpToolProvider.builder().server("weather", server.transport()).build()) {
        tools.awaitReady(Duration.ofSeconds(5));
        // run your agent with these tools, or call one as the agent would:
        tools.catalog().call("weather__forecast", "{\"city\": \"Oslo\"}", CallOptions.defaults());
      }
      assertThat(server.calls("forecast")).hasSize(1);
      assertThat(server.violations()).isEmpty(); // no request violated the specification
    }
  }

  @Test
  void failuresAreScripted() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      // the tool fails
      server.tool("forecast").returns(FakeResult.error("no such city"));
      // the connection breaks during the next call
      server.injectNext("tools/call", Faults.disconnect());
      // the server is overloaded
      server.inject(Faults.httpStatus(503));
      // the tool never answers
      server.tool("forecast").neverAnswers();
      // the tool runs as a task
      server
          .tool("forecast")
          .runsAs(
              FakeTask.polledEvery(Duration.ofMillis(10))
                  .working(3)
                  .completes(FakeResult.text("Sunny")));
      // the server goes down and comes back
      server.http().stop();
      server.http().start();

      try (McpClient client = McpClient.of(StreamableHttpTransport.of(server.url()))) {
        assertThatThrownBy(client::listTools)
            .isInstanceOf(McpException.class)
            .hasMessageContaining("503");
      }
    }
  }

  @Test
  void toolAsksForForm() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      String schema =
          "{\"type\": \"object\", \"properties\": {\"nights\": {\"type\": \"integer\"}}}";
      server
          .speaking("2025-11-25")
          .tool("book")
          .handler(
              call ->
                  FakeResult.text(
                      call.ask(FakeServerRequest.form("How many nights?", schema))
                          .result()
                          .toJson()));

      InputHandlers handlers =
          InputHandlers.builder()
              .elicitForm((form, context) -> ElicitResult.accept(Map.of("nights", 2)))
              .build();
      try (McpToolProvider tools =
          McpToolProvider.builder()
              .server("hotel", server.transport())
              .catalog(catalog -> catalog.inputHandlers(handlers))
              .build()) {
        tools.awaitReady(Duration.ofSeconds(60));
        assertThat(tools.catalog().call("hotel__book", "{}").text())
            .isEqualTo("{\"action\":\"accept\",\"content\":{\"nights\":2}}");
      }
      assertThat(server.violations()).isEmpty();
    }
  }
}
