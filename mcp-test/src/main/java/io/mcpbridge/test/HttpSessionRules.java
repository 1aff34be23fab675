package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sessions and headers of Streamable HTTP, 2025-03-26 to 2025-11-25. */
final class HttpSessionRules {

  private static final String SESSION = "Mcp-Session-Id";
  private static final int SERVER_ERROR = -32000;
  private static final int SESSION_NOT_FOUND = -32001;

  private final FakeMcpServer server;
  private final Sessions sessions;

  HttpSessionRules(FakeMcpServer server, Sessions sessions) {
    this.server = server;
    this.sessions = sessions;
  }

  /** The session id to hand out with the result of {@code initialize}. */
  Map<String, String> openSession(Turn turn) {
    boolean wanted = turn.received().httpMethod() != null && server.http().keepsSessions();
    return wanted ? Map.of(SESSION, sessions.open(turn.conversation())) : Map.of();
  }

  void check(Turn turn) throws Refusal {
    ReceivedMessage received = turn.received();
    if (received.httpMethod() == null) {
      return;
    }
    String id = received.header(SESSION);
    if (server.http().keepsSessions()) {
      if (id == null) {
        throw Refusal.of(400, SERVER_ERROR, "Bad Request: no valid session ID provided");
      }
      if (sessions.find(id) == null) {
        throw Refusal.of(404, SESSION_NOT_FOUND, "Session not found");
      }
    }
    checkVersion(received, turn.conversation().revision());
  }

  private void checkVersion(ReceivedMessage received, @Nullable String negotiated) throws Refusal {
    String version = received.header("MCP-Protocol-Version");
    if (version == null) {
      if (negotiated != null && negotiated.compareTo(Revisions.V2025_06_18) >= 0) {
        server.violation(
            received.method()
                + " came without MCP-Protocol-Version, which "
                + negotiated
                + " demands");
      }
      return;
    }
    boolean wrong =
        !server.revisions().contains(version)
            || (negotiated != null && !negotiated.equals(version));
    if (wrong) {
      throw Refusal.of(400, SERVER_ERROR, "Bad Request: unsupported protocol version " + version);
    }
  }

  void answerWithoutMessage(Turn turn) throws Refusal {
    String id = turn.received().header(SESSION);
    if ("DELETE".equals(turn.received().httpMethod()) && server.http().keepsSessions()) {
      sessions.end(id);
      turn.http(200, Map.of(), "");
    } else if ("GET".equals(turn.received().httpMethod()) && server.http().offersStream()) {
      server.http().openStream(turn);
    } else {
      throw Refusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
    }
  }
}
