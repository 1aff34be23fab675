package io.mcpbridge.contract;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.StdioEndpoint;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server process with the tools {@code pid} and {@code other}. */
final class PidServer {

  private PidServer() {}

  /** Serves until its standard input ends. */
  public static void main(String[] args) throws InterruptedException {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("pid").handler(call -> FakeResult.text("" + ProcessHandle.current().pid()));
      server.tool("other").returns("other");
      StdioEndpoint.serve(server, System.in, System.out);
    }
  }

  static StdioTransport transport() {
    return StdioTransport.builder(command()).args(args()).build();
  }

  static String command() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static List<String> args(String... extraArgs) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PidServer.class.getName()));
    args.addAll(List.of(extraArgs));
    return args;
  }
}
