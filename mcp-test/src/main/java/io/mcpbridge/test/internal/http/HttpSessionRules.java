package io.mcpbridge.test.internal.http;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.EndpointRules;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sessions and headers of Streamable HTTP, 2025-03-26 to 2025-11-25. */
final class HttpSessionRules implements EndpointRules {

  private static final String SESSION = "Mcp-Session-Id";
  private static final int SERVER_ERROR = -32000;
  private static final int SESSION_NOT_FOUND = -32001;

  private final StreamableHttpEndpoint endpoint;
  private final ServerCore server;

  HttpSessionRules(StreamableHttpEndpoint endpoint) {
    this.endpoint = endpoint;
    this.server = endpoint.server();
  }

  @Override
  public boolean requiresInitialize(Conversation conversation) {
    return conversation.sessionId() != null;
  }

  @Override
  public Map<String, String> initializeHeaders(Turn serverTurn) {
    return endpoint.keepsSessions()
        ? Map.of(SESSION, server.sessions().open(serverTurn.conversation()))
        : Map.of();
  }

  @Override
  public void check(Turn serverTurn) throws JsonRpcRefusal {
    ReceivedMessage received = serverTurn.received();
    String id = received.header(SESSION);
    if (endpoint.keepsSessions()) {
      if (id == null) {
        throw JsonRpcRefusal.of(400, SERVER_ERROR, "Bad Request: no valid session ID provided");
      }
      if (server.sessions().find(id) == null) {
        throw JsonRpcRefusal.of(404, SESSION_NOT_FOUND, "Session not found");
      }
    }
    checkVersion(received, serverTurn.conversation().revision());
  }

  private void checkVersion(ReceivedMessage received, @Nullable String negotiated)
      throws JsonRpcRefusal {
    String version = received.header("MCP-Protocol-Version");
    if (version == null) {
      if (negotiated != null && negotiated.compareTo(FakeRevisions.V2025_06_18) >= 0) {
        server.violation(
            received.method() + " lacks MCP-Protocol-Version, which " + negotiated + " requires");
      }
      return;
    }
    boolean wrong =
        !server.profile().revisions().contains(version)
            || (negotiated != null && !negotiated.equals(version));
    if (wrong) {
      throw JsonRpcRefusal.of(
          400, SERVER_ERROR, "Bad Request: unsupported protocol version " + version);
    }
  }

  @Override
  public void answerWithoutMessage(Turn serverTurn) throws JsonRpcRefusal {
    String method = serverTurn.received().httpMethod();
    if ("DELETE".equals(method) && endpoint.keepsSessions()) {
      server.sessions().end(serverTurn.received().header(SESSION));
      server.clients().sessionEnded(serverTurn.conversation());
      serverTurn.http(200, Map.of(), "");
      serverTurn.conversation().end();
    } else if ("GET".equals(method) && endpoint.offersStream()) {
      endpoint.httpStreams().listen(serverTurn);
    } else {
      throw JsonRpcRefusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
    }
  }
}
