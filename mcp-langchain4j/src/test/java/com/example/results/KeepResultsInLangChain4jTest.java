package com.example.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Large results in LangChain4j, as in docs/how-to/keep-large-results.md. */
class KeepResultsInLangChain4jTest {

  @Test
  void offersReadResult() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("query");
      Transport database = server.transport();

      McpToolProvider tools =
          McpToolProvider.builder()
              .server("db", database)
              .catalog(catalog -> catalog.resultStore(InMemoryResultStore.create()))
              .build();

      try (tools) {
        assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();
        assertThat(tools.provideTools(null).tools().keySet())
            .extracting(ToolSpecification::name)
            .containsExactlyInAnyOrder("db__query", "db__read_result");
      }
    }
  }
}
