package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the server is: one word that can be passed to another process.
 *
 * @param place a URL, or {@code stdio}
 */
public record Peer(String place) {

  /** The system property with what is put before the command of the server's process. */
  public static final String COMMAND_PREFIX = "benchmarks.server.prefix";

  /** A process of its own, spoken to over pipes. */
  public static final Peer STDIO = new Peer("stdio");

  /** A server that answers with JSON. */
  public static Peer json(int port) {
    return new Peer("http://localhost:" + port + "/json");
  }

  /** A server that answers with a stream of events. */
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
