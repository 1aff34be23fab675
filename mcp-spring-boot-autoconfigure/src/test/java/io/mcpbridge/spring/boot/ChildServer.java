package io.mcpbridge.spring.boot;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.StdioEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** A server process that reports how it was started. */
public final class ChildServer {

  private ChildServer() {}

  /**
   * Serves until standard input ends.
   *
   * @param args {@code --old} to speak only 2025-11-25 and not respond to {@code server/discover};
   *     {@code --stubborn=FILE} to delay the exit after termination, and then write to the file
   */
  public static void main(String[] args) throws InterruptedException {
    List<String> words = Arrays.asList(args);
    words.stream()
        .filter(word -> word.startsWith("--stubborn="))
        .forEach(word -> hesitate(Path.of(word.substring("--stubborn=".length()))));
    try (FakeMcpServer server = FakeMcpServer.create()) {
      if (words.contains("--old")) {
        server.speaking("2025-11-25").inject("server/discover", Faults.silence());
      }
      server.tool("pid").handler(call -> FakeResult.text("" + ProcessHandle.current().pid()));
      server
          .tool("environment")
          .handler(call -> FakeResult.text(String.join("\n", System.getenv().keySet())));
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
      StdioEndpoint.serve(server, System.in, System.out);
    }
    if (words.stream().anyMatch(word -> word.startsWith("--stubborn="))) {
      new CountDownLatch(1).await(); // only a signal ends it
    }
  }

  public static String command() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The arguments that start this server. */
  public static List<String> args() {
    return List.of("-cp", System.getProperty("java.class.path"), ChildServer.class.getName());
  }

  private static void hesitate(Path lastWord) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    LockSupport.parkNanos(1_000_000_000);
                    Files.writeString(lastWord, "done");
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                }));
  }
}
