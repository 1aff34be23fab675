package io.mcpbridge.test.internal.message;

/** A stream of unsolicited messages to a client. */
@FunctionalInterface
public interface MessageStream {

  /** Sends a message; false if it will never be received. */
  boolean send(Object json);

  /** Whether the client is reading it now. */
  default boolean isOpen() {
    return true;
  }

  /** Ends it normally, if it can end before the conversation. */
  default void end() {}

  /** Whether it survives without a connection. */
  default boolean outlivesConnections() {
    return false;
  }
}
