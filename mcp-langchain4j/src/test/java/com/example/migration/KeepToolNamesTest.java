package com.example.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.service.tool.ToolProvider;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Prompts, evaluations and chat memories have the names of tools. */
class KeepToolNamesTest {

  private final FakeMcpServer weatherServer =
      FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final String url = weatherServer.url();

  KeepToolNamesTest() {
    weatherServer.tool("forecast");
  }

  @AfterEach
  void close() {
    weatherServer.close();
  }

  private McpClient weather() {
    return DefaultMcpClient.builder()
        .key("weather")
        .transport(StreamableHttpMcpTransport.builder().url(url).build())
        .build();
  }

  private static List<String> names(ToolProvider tools) {
    return tools.provideTools(null).tools().keySet().stream().map(ToolSpecification::name).toList();
  }

  @Test
  void namesOfServers() throws Exception {
    try (McpClient weather = weather()) {
      dev.langchain4j.mcp.McpToolProvider before =
          dev.langchain4j.mcp.McpToolProvider.builder().mcpClients(weather).build();
      assertThat(names(before)).containsExactly("forecast");
    }

    ServerOptions ownNames = ServerOptions.builder().toolNamePrefix(false).build();
    ToolCatalog catalog =
        ToolCatalog.builder().server("weather", StreamableHttpTransport.of(url), ownNames).build();

    try (catalog) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(names(McpToolProvider.of(catalog))).containsExactly("forecast");
    }
  }

  @Test
  void namesOfMapper() throws Exception {
    try (McpClient weather = weather()) {
      dev.langchain4j.mcp.McpToolProvider before =
          dev.langchain4j.mcp.McpToolProvider.builder()
              .mcpClients(weather)
              .toolNameMapper((client, tool) -> client.key() + "_" + tool.name())
              .build();
      assertThat(names(before)).containsExactly("weather_forecast");
    }

    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(url))
            .toolNameMapper((server, tool) -> server + "_" + tool)
            .build();

    try (catalog) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(names(McpToolProvider.of(catalog))).containsExactly("weather_forecast");
    }
  }
}
