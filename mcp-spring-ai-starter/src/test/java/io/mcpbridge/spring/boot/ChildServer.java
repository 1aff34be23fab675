package io.mcpbridge.spring.boot;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.StdioDoor;
import java.nio.file.Path;

/** A server that is started as a command and tells how. */
final class ChildServer {

  private ChildServer() {}

  /** Serves until its standard input ends. */
  public static void main(String[] args) {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("pid").handler(call -> FakeResult.text("" + ProcessHandle.current().pid()));
      server
          .tool("start")
          .handler(
              call ->
                  FakeResult.text(
                      String.join(" ", args)
                          + "|"
                          + System.getenv("GREETING_WORD")
                          + "|"
                          + Path.of("").toAbsolutePath().getFileName()));
      StdioDoor.serve(server, System.in, System.out);
    }
  }
}
