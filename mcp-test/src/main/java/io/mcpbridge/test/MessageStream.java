package io.mcpbridge.test;

/** Where a client hears what it did not ask for. */
@FunctionalInterface
interface MessageStream {

  /** Sends a message; false if nobody is ever going to hear it. */
  boolean send(Object json);

  /** Whether somebody listens at this moment. */
  default boolean isOpen() {
    return true;
  }

  /** Ends it in good order, where it can end without the conversation. */
  default void end() {}
}
