package io.mcpbridge.test;

/**
 * A fault in place of the correct response. Write one as a lambda over the {@link ServerTurn}, or
 * use one of {@link Faults}; pass it to {@link FakeMcpServer#injectNext} or {@link
 * FakeMcpServer#inject}.
 */
@FunctionalInterface
public interface Fault {

  /**
   * Handles a received message, on a thread of the server that may block.
   *
   * @throws InterruptedException if the server is being closed
   */
  void apply(ServerTurn serverTurn) throws InterruptedException;
}
