package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the README files of modules. */
class ModuleReadmesTest {

  private final FakeMcpServer weather = FakeMcpServer.create();

  @AfterEach
  void close() {
    assertThat(weather.violations()).isEmpty();
    weather.close();
  }

  private String url() {
    weather.tool("forecast").returns("Rain");
    return weather.url();
  }

  @Test
  void clientOfOneServer() {
    String url = url();

    try (McpClient client = McpClient.of(StreamableHttpTransport.of(url))) {
      String forecast = client.callTool("forecast", Map.of("city", "Oslo")).text();
      assertThat(forecast).isEqualTo("Rain");
    }
  }

  @Test
  void catalogOfServers() {
    String url = url();

    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", StreamableHttpTransport.of(url)).build()) {
      catalog.awaitReady(Duration.ofSeconds(30));
      String forecast = catalog.call("weather__forecast", "{\"city\": \"Oslo\"}").text();
      assertThat(forecast).isEqualTo("Rain");
    }
  }

  @Test
  void serversFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("mcp.json");
    Files.writeString(file, "{\"mcpServers\": {\"weather\": {\"url\": \"" + url() + "\"}}}");

    try (ToolCatalog catalog = ServersFiles.of(file).read().addTo(ToolCatalog.builder()).build()) {
      catalog.awaitReady(Duration.ofSeconds(30));
      String forecast = catalog.call("weather__forecast", "{\"city\": \"Oslo\"}").text();
      assertThat(forecast).isEqualTo("Rain");
    }
  }

  @Test
  void fakeServer() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").returns("Rain");

      try (McpClient client = McpClient.of(server.transport())) {
        assertThat(client.callTool("forecast").text()).isEqualTo("Rain");
      }
      assertThat(server.calls("forecast")).hasSize(1);
      assertThat(server.violations()).isEmpty(); // no request violated the specification
    }
  }
}
