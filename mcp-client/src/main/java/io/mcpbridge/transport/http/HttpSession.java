package io.mcpbridge.transport.http;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.transport.Outbound;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * The session that a server may open in its answer to {@code initialize} (2025-03-26 to 2025-11-25,
 * session management). Its id is a secret: it is never logged and stands in no message.
 */
final class HttpSession implements Session {

  static final String ID = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";

  private volatile @Nullable String id;
  private volatile @Nullable String version;

  @Override
  public void join(ClassicHttpRequest request, Outbound message) {
    for (Map.Entry<String, String> header : message.headers().entrySet()) {
      if (header.getKey().equalsIgnoreCase(VERSION)) {
        version = header.getValue();
      }
    }
    String current = id;
    if (current != null && !isGreeting(message)) {
      request.setHeader(ID, current);
    }
  }

  @Override
  public void accepted(Outbound message, HttpResponse response) {
    Header header = isGreeting(message) ? response.getFirstHeader(ID) : null;
    if (header == null || header.getValue() == null) {
      return;
    }
    String offered = header.getValue();
    if (offered.isEmpty() || !offered.chars().allMatch(c -> c >= 0x21 && c <= 0x7E)) {
      throw new IllegalArgumentException(
          "a session id that has other characters than visible ASCII");
    }
    id = offered;
  }

  /** 404, and the 400 about a session that many servers send in its place. */
  @Override
  public boolean isLost(ClassicHttpRequest request, Refusal refusal) {
    if (!request.containsHeader(ID)) {
      return false;
    }
    JsonRpcError error = refusal.error();
    return refusal.status() == 404
        || (refusal.status() == 400
            && refusal.mentions("session")
            && (error == null || error.code() != JsonRpcError.INVALID_PARAMS));
  }

  @Override
  public boolean announcesCancellation() {
    return true;
  }

  @Override
  public boolean leave(ClassicHttpRequest delete) {
    String current = id;
    if (current == null) {
      return false;
    }
    delete.setHeader(ID, current);
    if (version != null) {
      delete.setHeader(VERSION, version);
    }
    id = null;
    return true;
  }

  private static boolean isGreeting(Outbound message) {
    return message.subject().equals("initialize");
  }
}
