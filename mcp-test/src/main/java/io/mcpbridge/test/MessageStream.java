package io.mcpbridge.test;

/** A stream of unsolicited messages to a client. */
@FunctionalInterface
interface MessageStream {

  /** Sends a message; false if it will never be received. */
  boolean send(Object json);

  /** Whether the client is reading it now. */
  default boolean isOpen() {
    return true;
  }

  /** Ends it normally, if it can end before the conversation. */
  default void end() {}
}
