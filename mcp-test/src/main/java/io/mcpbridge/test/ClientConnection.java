package io.mcpbridge.test;

/** A connection of a client. */
interface ClientConnection {

  /** Closes it at once, as a broken network would. */
  void drop();
}
