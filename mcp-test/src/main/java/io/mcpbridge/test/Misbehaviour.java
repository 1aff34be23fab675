package io.mcpbridge.test;

/**
 * A fault in place of the correct response. Write one as a lambda over the {@link Turn}, or use one
 * of {@link Misbehaviours}; pass it to {@link FakeMcpServer#nextAnswer} or {@link
 * FakeMcpServer#misbehave}.
 */
@FunctionalInterface
public interface Misbehaviour {

  /**
   * Handles a received message, on a thread of the server that may block.
   *
   * @throws InterruptedException if the server is being closed
   */
  void misbehave(Turn turn) throws InterruptedException;
}
