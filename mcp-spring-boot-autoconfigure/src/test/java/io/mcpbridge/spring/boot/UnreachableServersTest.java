package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Unreachable servers delay neither startup nor other servers, and are logged once. */
@ExtendWith(OutputCaptureExtension.class)
class UnreachableServersTest {

  @Test
  void applicationStartsWithUnavailableServers(CapturedOutput output) throws Exception {
    String refusing = "http://127.0.0.1:" + freePort() + "/mcp";
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").returns("Rain");
      try (ConfigurableApplicationContext context =
          Applications.start(
              Application.class,
              "--mcp.client.servers.gone.command=no-such-mcp-server",
              "--mcp.client.servers.refusing.url=" + refusing,
              "--mcp.client.servers.weather.url=" + server.url())) {
        ToolCatalog catalog = context.getBean(ToolCatalog.class);
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

        assertThat(catalog.servers())
            .extracting(ServerStatus::name, ServerStatus::state)
            .containsExactly(
                tuple("gone", ServerState.DISCONNECTED),
                tuple("refusing", ServerState.DISCONNECTED),
                tuple("weather", ServerState.CONNECTED));
        ToolCallback[] tools = context.getBean(McpToolCallbackProvider.class).getToolCallbacks();
        assertThat(tools).hasSize(1);
        assertThat(tools[0].call("{}")).isEqualTo("Rain");
      }
    }
    assertThat(linesOf(output, "\"gone\""))
        .singleElement()
        .asString()
        .contains("WARN", "no-such-mcp-server", "command");
    assertThat(linesOf(output, "\"refusing\""))
        .singleElement()
        .asString()
        .contains("WARN", refusing, "url");
    assertThat(output).doesNotContain("\tat ");
  }

  @Test
  void unresponsiveServerDoesNotDelayStart() {
    try (FakeMcpServer silent = FakeMcpServer.create()) {
      silent.inject(Faults.silence());
      // Neither starting nor closing waits for the connection attempt.
      try (ConfigurableApplicationContext context =
          Applications.start(
              Application.class,
              "--mcp.client.servers.silent.url=" + silent.url(),
              "--mcp.client.servers.silent.initialization-timeout=1h")) {
        assertThat(context.getBean(McpToolCallbackProvider.class).getToolCallbacks()).isEmpty();
      }
    }
  }

  private static List<String> linesOf(CapturedOutput output, String text) {
    return output.getAll().lines().filter(line -> line.contains(text)).toList();
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @ImportAutoConfiguration({McpClientAutoConfiguration.class, McpSpringAiAutoConfiguration.class})
  static class Application {}
}
