package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.util.ArrayList;
import java.util.List;

/**
 * The address of the server, as one word that fits into a process argument.
 *
 * @param place a URL, or {@code stdio}
 */
public record Peer(String place) {

  /** The system property with a prefix for the command that starts the server process. */
  public static final String COMMAND_PREFIX = "benchmarks.server.prefix";

  /** A server process with stdio transport. */
  public static final Peer STDIO = new Peer("stdio");

  /** A server that responds with JSON. */
  public static Peer json(int port) {
    return new Peer("http://localhost:" + port + "/json");
  }

  /** A server that responds with event streams. */
  public static Peer events(int port) {
    return new Peer("http://localhost:" + port + "/sse");
  }

  boolean isHttp() {
    return place.startsWith("http:");
  }

  String url() {
    return place;
  }

  List<String> command() {
    String prefix = System.getProperty(COMMAND_PREFIX, "");
    List<String> command = new ArrayList<>(ServerMain.command(place));
    if (!prefix.isEmpty()) {
      command.addAll(0, List.of(prefix.split(" ")));
    }
    return command;
  }
}
