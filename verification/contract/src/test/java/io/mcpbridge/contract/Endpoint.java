package io.mcpbridge.contract;

import io.mcpbridge.transport.Transport;

/** An endpoint of a server that stays open until closed. */
interface Endpoint extends AutoCloseable {

  Transport transport();

  @Override
  default void close() {}

  static Endpoint of(Transport transport) {
    return () -> transport;
  }
}
