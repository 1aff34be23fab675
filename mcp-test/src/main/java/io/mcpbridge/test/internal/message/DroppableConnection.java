package io.mcpbridge.test.internal.message;

/** A connection of a client. */
public interface DroppableConnection {

  /** Closes it at once, as a broken network would. */
  void drop();
}
