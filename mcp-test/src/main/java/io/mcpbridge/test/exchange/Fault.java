package io.mcpbridge.test.exchange;

/**
 * A fault in place of the correct response. Write one as a lambda over the {@link ServerTurn}, or
 * use one of {@link io.mcpbridge.test.Faults}; pass it to {@link
 * io.mcpbridge.test.FakeMcpServer#injectNext} or {@link io.mcpbridge.test.FakeMcpServer#inject}.
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
