package io.mcpbridge.realservers;

import java.util.function.Supplier;

/**
 * A server that somebody else wrote, and one way to it.
 *
 * @param revision what our client is to find out that it speaks
 */
record Peer(String server, String way, String revision, Supplier<Door> door) {

  static Peer of(String server, String way, String revision, Supplier<Door> door) {
    return new Peer(server, way, revision, door);
  }

  @Override
  public String toString() {
    return server + ", " + way;
  }
}
