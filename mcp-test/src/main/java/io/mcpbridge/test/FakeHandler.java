package io.mcpbridge.test;

import io.mcpbridge.test.exchange.FakeCall;

/**
 * Handles a call of a tool, or of anything else that a {@link FakeMcpServer} lets a test script.
 * Runs on a thread of the server and may block.
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
