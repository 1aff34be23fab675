package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An application that is stopped together with its servers. */
@DisabledOnOs(OS.WINDOWS)
class ShutdownTest {

  /** Has a catalog of three servers, which say that they were stopped. */
  static final class Application {

    private static final String SERVER =
        """
        trap 'echo stopped >&2; exit 143' TERM
        read initialize
        id=$(printf %s "$initialize" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
        printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{},' $id
        printf '"serverInfo":{"name":"s","version":"1"}}}\\n'
        while :; do sleep 0.05; done
        """;

    public static void main(String[] args) throws Exception {
      ToolCatalogBuilder builder = ToolCatalog.builder();
      for (String name : List.of("a", "b", "c")) {
        builder.server(
            name,
            StdioTransport.of("sh", "-c", SERVER),
            ServerOptions.builder().protocolVersion("2025-11-25").build());
      }
      System.out.println(builder.build().awaitReady(Duration.ofMinutes(1)) ? "ready" : "not ready");
      new java.util.concurrent.CountDownLatch(1).await();
    }
  }

  /** A terminal and a process manager signal the servers, too. */
  @Test
  void serversThatEndWithTheApplicationAreNotLogged() throws Exception {
    Process application =
        new ProcessBuilder(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName())
            .redirectErrorStream(true)
            .start();
    StringBuilder log = new StringBuilder();
    try (BufferedReader output = application.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        log.append(line).append('\n');
        if (line.equals("ready")) {
          String group = "-" + application.pid();
          new ProcessBuilder("kill", "-TERM", "--", group).start().waitFor();
        }
      }
    }
    assertThat(log.toString()).contains("ready").doesNotContain("WARN", "stopped");
  }
}
