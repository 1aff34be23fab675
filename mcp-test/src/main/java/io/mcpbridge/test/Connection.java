package io.mcpbridge.test;

/** Something that a client is at the other end of. */
interface Connection {

  /** Ends it at once, as a broken network would. */
  void drop();
}
