package io.mcpbridge.verification.springai.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.model.Tool;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application's own MCP server does not expose the tools of the servers that it uses. */
class ServerInTheSameApplicationTest {

  @Test
  void doesNotExposeToolsOfRemoteServers() {
    try (FakeMcpServer weather = FakeMcpServer.create()) {
      weather.tool("forecast");
      try (ConfigurableApplicationContext context =
          SpringApplication.run(
              ServerApplication.class,
              "--server.port=0",
              "--spring.ai.openai.api-key=none",
              "--spring.ai.mcp.server.protocol=STREAMABLE",
              "--spring.ai.mcp.client.enabled=false",
              "--mcp.client.servers.weather.url=" + weather.url())) {
        ToolCatalog catalog = context.getBean(ToolCatalog.class);
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
        assertThat(catalog.tools())
            .extracting(CatalogTool::modelName)
            .containsExactly("weather__forecast");

        String port = context.getEnvironment().getProperty("local.server.port");
        try (McpClient client =
            McpClient.of(
                StreamableHttpTransport.builder(URI.create("http://127.0.0.1:" + port + "/mcp"))
                    .build())) {
          assertThat(client.listTools()).extracting(Tool::name).containsExactly("greet");
        }
      }
    }
  }
}
