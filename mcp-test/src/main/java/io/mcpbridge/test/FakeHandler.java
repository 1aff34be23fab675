package io.mcpbridge.test;

/**
 * What a {@link FakeMcpServer} does about a call of a tool, or of anything else that can be
 * scripted. Runs on a thread of the server and may block.
 */
@FunctionalInterface
public interface FakeHandler {

  /**
   * Answers one call.
   *
   * @throws Exception for any reason; the client gets a JSON-RPC internal error. To fail as a tool,
   *     return {@link FakeResult#error}.
   */
  FakeResult call(FakeCall call) throws Exception;
}
