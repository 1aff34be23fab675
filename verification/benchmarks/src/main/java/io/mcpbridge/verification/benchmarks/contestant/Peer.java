package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.util.List;

/**
 * Where the server is: one word that can be passed to another process.
 *
 * @param place a URL, or {@code stdio}
 */
public record Peer(String place) {

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
    return ServerMain.command(place);
  }
}
