package io.mcpbridge.realservers;

import java.util.function.Supplier;

/**
 * A third-party server and one transport to it.
 *
 * @param revision the revision that the client must detect
 */
record Peer(String server, String way, String revision, Supplier<ServerConnection> connection) {

  static Peer of(
      String server, String way, String revision, Supplier<ServerConnection> connection) {
    return new Peer(server, way, revision, connection);
  }

  @Override
  public String toString() {
    return server + ", " + way;
  }
}
