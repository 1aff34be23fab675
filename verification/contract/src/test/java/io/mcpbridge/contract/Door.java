package io.mcpbridge.contract;

import io.mcpbridge.transport.Transport;

/** A way to a server that stays open until it is closed. */
interface Door extends AutoCloseable {

  Transport transport();

  @Override
  default void close() {}

  static Door of(Transport transport) {
    return () -> transport;
  }
}
