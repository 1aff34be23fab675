package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** An application starts only if its required servers are available. */
@ExtendWith(OutputCaptureExtension.class)
class RequiredServersTest {

  @Test
  void unavailableRequiredServerFailsStartup(CapturedOutput output) {
    try (FakeMcpServer silent = FakeMcpServer.create()) {
      silent.inject(Faults.silence());

      assertThatThrownBy(
          () ->
              Applications.start(
                  Application.class,
                  "--mcp.client.startup-timeout=500ms",
                  "--mcp.client.servers.gone.command=no-such-mcp-server",
                  "--mcp.client.servers.gone.env.TOKEN=geheim",
                  "--mcp.client.servers.gone.start=required",
                  "--mcp.client.servers[my.ledger].url=" + silent.url(),
                  "--mcp.client.servers[my.ledger].start=required",
                  "--mcp.client.servers.optional.command=no-such-mcp-server"));
    }
    String report = output.getAll().substring(output.getAll().indexOf("FAILED TO START"));
    assertThat(report)
        .contains("2 required MCP servers are not available after ")
        .contains("\"gone\"", "no-such-mcp-server", "\"my.ledger\"")
        .contains("mcp.client.servers.gone.start=eager")
        .contains("mcp.client.servers[my.ledger].start=eager")
        .contains("mcp.client.startup-timeout")
        .doesNotContain("optional", "geheim", "\tat ");
  }

  /** Entries below {@code mcp.client.servers} must specify an address. */
  @Test
  void failureForFileServerNamesOnlyDefaultsProperty(CapturedOutput output, @TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("mcp.json"),
            "{\"mcpServers\": {\"gone\": {\"command\": \"no-such-mcp-server\"}}}");

    assertThatThrownBy(
        () ->
            Applications.start(
                WithFiles.class,
                "--mcp.client.startup-timeout=500ms",
                "--mcp.client.defaults.start=required",
                "--mcp.client.config-files.global=" + file));

    String report = output.getAll().substring(output.getAll().indexOf("FAILED TO START"));
    assertThat(report)
        .contains("\"gone\"")
        .contains("mcp.client.defaults.start=eager")
        .doesNotContain("mcp.client.servers.gone");
  }

  @Test
  void startupWaitsForRequiredServer() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("book");
      try (ConfigurableApplicationContext context =
          Applications.start(
              Application.class,
              "--mcp.client.servers.ledger.url=" + server.url(),
              "--mcp.client.servers.ledger.start=required")) {
        ToolCatalog catalog = context.getBean(ToolCatalog.class);

        assertThat(catalog.servers())
            .extracting(ServerStatus::state)
            .containsExactly(ServerState.CONNECTED);
        assertThat(catalog.tools()).hasSize(1);
      }
    }
  }

  @ImportAutoConfiguration(McpClientAutoConfiguration.class)
  static class Application {}

  @ImportAutoConfiguration({
    McpClientAutoConfiguration.class,
    McpServersFilesAutoConfiguration.class
  })
  static class WithFiles {}
}
