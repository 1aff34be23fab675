package io.mcpbridge.contract;

import io.mcpbridge.transport.Transport;

/** An endpoint of a server that stays open until closed. */
interface Door extends AutoCloseable {

  Transport transport();

  @Override
  default void close() {}

  static Door of(Transport transport) {
    return () -> transport;
  }
}
