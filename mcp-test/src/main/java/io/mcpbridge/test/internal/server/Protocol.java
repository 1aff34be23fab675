package io.mcpbridge.test.internal.server;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.List;
import java.util.Map;

/** Chooses the era of a message, as a dual-era server does (2026-07-28, versioning). */
public final class Protocol {

  private final ServerCore server;
  private final ProtocolEra initialize;
  private final ProtocolEra stateless;

  public Protocol(ServerCore server, Operations operations) {
    this.server = server;
    this.initialize = new InitializeEra(server, operations);
    this.stateless = new StatelessEra(server, operations);
  }

  public void answer(Turn serverTurn) throws InterruptedException {
    try {
      ReceivedMessage received = serverTurn.received();
      JsonRpcMessage message = received.message();
      if (message == null
          && !"GET".equals(received.httpMethod())
          && !"DELETE".equals(received.httpMethod())) {
        throw JsonRpcRefusal.of(400, JsonRpcError.PARSE_ERROR, "not a single JSON-RPC message");
      }
      eraOf(received, serverTurn.conversation()).answer(serverTurn);
    } catch (JsonRpcRefusal jsonRpcRefusal) {
      serverTurn.respond(
          jsonRpcRefusal.httpStatus(), Map.of(), serverTurn.failure(jsonRpcRefusal.error()));
    }
  }

  public void clientLeft(Turn serverTurn) {
    eraOf(serverTurn.received(), serverTurn.conversation()).clientLeft(serverTurn);
  }

  /** Whether an event stream in response to this message is resumable. */
  public boolean mayResume(ReceivedMessage received, Conversation conversation) {
    return eraOf(received, conversation) == initialize;
  }

  private ProtocolEra eraOf(ReceivedMessage received, Conversation conversation) {
    if (!conversation.rules().speaksStateless()) {
      return initialize;
    }
    List<String> supported = server.profile().revisions();
    if (FakeRevisions.initialize().stream().noneMatch(supported::contains)) {
      return stateless;
    }
    if (FakeRevisions.stateless().stream().noneMatch(supported::contains)) {
      return initialize;
    }
    String header = received.header("MCP-Protocol-Version");
    boolean modern =
        received.meta().has(StatelessEra.PROTOCOL_VERSION)
            || received.method().equals("server/discover")
            || (header != null && FakeRevisions.stateless().contains(header));
    return modern ? stateless : initialize;
  }
}
