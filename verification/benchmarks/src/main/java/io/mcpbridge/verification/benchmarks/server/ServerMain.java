package io.mcpbridge.verification.benchmarks.server;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** The server as its own process, which exits when its standard input ends. */
public final class ServerMain {

  private static final int TOOLS = 10;

  private ServerMain() {}

  /** The command that starts it with {@code http} or {@code stdio}. */
  public static List<String> command(String door) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xms256m",
        "-Xmx512m",
        "-Xshare:auto",
        "-cp",
        home().toString(),
        ServerMain.class.getName(),
        door);
  }

  /** Only its own classes: it needs no library, and so starts faster. */
  private static Path home() {
    return Path.of(
        URI.create(
            ServerMain.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** Starts the server; over HTTP, the first line of output is the port. */
  public static void main(String[] args) throws IOException {
    FileInputStream in = new FileInputStream(FileDescriptor.in);
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    if (args[0].equals("stdio")) {
      new StdioServer(in, out, new Answers(TOOLS)).run();
      return;
    }
    try (HttpServer server = new HttpServer(TOOLS)) {
      System.out.println(server.port());
      while (in.read() >= 0) {
        // until the parent process exits
      }
    }
  }
}
