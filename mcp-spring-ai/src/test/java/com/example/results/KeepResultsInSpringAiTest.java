package com.example.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Large results in Spring AI, as in docs/how-to/keep-large-results.md. */
class KeepResultsInSpringAiTest {

  @Test
  void offersReadResult() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("query");
      Transport database = server.transport();

      McpToolCallbackProvider tools =
          McpToolCallbackProvider.builder()
              .server("db", database)
              .catalog(catalog -> catalog.resultStore(InMemoryResultStore.create()))
              .build();

      try (tools) {
        assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();
        assertThat(tools.getToolCallbacks())
            .extracting(tool -> tool.getToolDefinition().name())
            .containsExactlyInAnyOrder("db__query", "db__read_result");
      }
    }
  }
}
