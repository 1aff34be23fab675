package io.mcpbridge.test;

/** A connection of a client. */
interface Connection {

  /** Closes it at once, as a broken network would. */
  void drop();
}
