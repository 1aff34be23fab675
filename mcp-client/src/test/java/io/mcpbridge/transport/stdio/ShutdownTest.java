package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.HeardMessages;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application that exits without closing anything. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(NothingLeftBehind.class)
class ShutdownTest {

  /** Starts a server that ignores signals where it can, prints the processes, and waits. */
  static final class Application {

    public static void main(String[] args) throws Exception {
      HeardMessages heard = new HeardMessages();
      String server =
          "trap '' TERM INT HUP; (trap '' TERM; sleep 600) &"
              + " echo '{\"method\":\"notifications/hello\"}'; while :; do sleep 600; done";
      StdioTransport.of("sh", "-c", server).open(ChannelMode.SESSION, heard, soon());
      heard.message();
      ProcessHandle.current().descendants().forEach(process -> System.out.println(process.pid()));
      System.out.println("ready");
      new java.util.concurrent.CountDownLatch(1).await();
    }
  }

  @Test
  void jvmShutdownTerminatesServers() throws Exception {
    Process application =
        new ProcessBuilder(
                EchoServer.java(),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ProcessHandle> servers = servers(application);
    assertThat(servers).hasSizeGreaterThanOrEqualTo(2);

    application.destroy();

    assertThat(application.waitFor(60, TimeUnit.SECONDS)).isTrue();
    for (ProcessHandle server : servers) {
      server.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  /** Has a catalog of three servers, which say that they were stopped. */
  static final class CatalogApplication {

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
      ToolCatalog.Builder builder = ToolCatalog.builder();
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
                EchoServer.java(),
                "-cp",
                System.getProperty("java.class.path"),
                CatalogApplication.class.getName())
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

  private static List<ProcessHandle> servers(Process application) throws IOException {
    List<ProcessHandle> servers = new ArrayList<>();
    try (BufferedReader output = application.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.equals("ready")) {
        if (line.matches("\\d+")) {
          ProcessHandle.of(Long.parseLong(line)).ifPresent(servers::add);
        }
        line = output.readLine();
      }
    }
    return servers;
  }
}
