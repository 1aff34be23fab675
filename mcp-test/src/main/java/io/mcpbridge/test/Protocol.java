package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.util.List;
import java.util.Map;

/** Chooses the era of a message, as a dual-era server does (2026-07-28, versioning). */
final class Protocol {

  private final FakeMcpServer server;
  private final Era initialize;
  private final Era stateless;

  Protocol(FakeMcpServer server, Operations operations) {
    this.server = server;
    this.initialize = new InitializeEra(server, operations);
    this.stateless = new StatelessEra(server, operations);
  }

  void answer(Turn turn) throws InterruptedException {
    try {
      ReceivedMessage received = turn.received();
      JsonRpcMessage message = received.message();
      if (message == null
          && !"GET".equals(received.httpMethod())
          && !"DELETE".equals(received.httpMethod())) {
        throw Refusal.of(400, JsonRpcError.PARSE_ERROR, "not one JSON-RPC message");
      }
      eraOf(received, turn.conversation()).answer(turn);
    } catch (Refusal refusal) {
      turn.respond(refusal.httpStatus(), Map.of(), turn.failure(refusal.error()));
    }
  }

  void clientLeft(Turn turn) {
    eraOf(turn.received(), turn.conversation()).clientLeft(turn);
  }

  /** Whether an event stream in response to this message is resumable. */
  boolean mayResume(ReceivedMessage received, Conversation conversation) {
    return eraOf(received, conversation) == initialize;
  }

  private Era eraOf(ReceivedMessage received, Conversation conversation) {
    if (!conversation.rules().speaksStateless()) {
      return initialize;
    }
    List<String> spoken = server.profile().revisions();
    if (Revisions.initialize().stream().noneMatch(spoken::contains)) {
      return stateless;
    }
    if (Revisions.stateless().stream().noneMatch(spoken::contains)) {
      return initialize;
    }
    String header = received.header("MCP-Protocol-Version");
    boolean modern =
        received.meta().has(StatelessEra.PROTOCOL_VERSION)
            || received.method().equals("server/discover")
            || (header != null && Revisions.stateless().contains(header));
    return modern ? stateless : initialize;
  }
}
