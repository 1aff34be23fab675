package io.mcpbridge.test;

/** What a tool of a {@link FakeMcpServer} does. Runs on a thread of the server and may block. */
@FunctionalInterface
public interface ToolHandler {

  /**
   * Answers one call.
   *
   * @throws Exception for any reason; the client gets a JSON-RPC internal error. To fail as a tool,
   *     return {@link FakeResult#error}.
   */
  FakeResult call(FakeCall call) throws Exception;
}
