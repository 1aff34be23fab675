package io.mcpbridge.test;

/**
 * Something other than the right answer. Write one as a lambda over the {@link Turn}, or take one
 * from {@link Misbehaviours}; hand it to {@link FakeMcpServer#nextAnswer} or {@link
 * FakeMcpServer#misbehave}.
 */
@FunctionalInterface
public interface Misbehaviour {

  /**
   * Does something about a received message, on a thread of the server that may block.
   *
   * @throws InterruptedException if the server is being closed
   */
  void misbehave(Turn turn) throws InterruptedException;
}
