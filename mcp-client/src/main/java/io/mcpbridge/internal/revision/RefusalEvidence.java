package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.jsonrpc.JsonRpcError;

/** What a response without a JSON-RPC message reveals about the server's era. */
public final class RefusalEvidence {

  private RefusalEvidence() {}

  /**
   * Whether the response shows that the server does not know the request. Rejected credentials,
   * overload, redirects and size limits reveal nothing (2026-07-28, compatibility matrix: a 4xx
   * without a recognized body).
   */
  public static boolean isEraEvidence(McpException refusal) {
    if (!(refusal instanceof McpHttpStatusException http)) {
      return true;
    }
    return switch (http.status()) {
      case 401, 403, 408, 413, 425, 429, 431 -> false;
      case 501 -> true;
      default -> http.status() >= 400 && http.status() < 500;
    };
  }

  /** Like {@link #isEraEvidence}, plus a bare 500: some servers fail on unknown methods. */
  public static boolean isWorthInitializing(McpException refusal) {
    return isEraEvidence(refusal)
        || (refusal instanceof McpHttpStatusException http && http.status() == 500);
  }

  /**
   * Whether the response to a handshake shows that the server does not know the transport: 400, 404
   * or 405 (2025-11-25, transports, backwards compatibility), other responses observed from such
   * servers, and any 2xx without a message.
   */
  public static boolean isOfTransport(McpException refusal) {
    if (!(refusal instanceof McpHttpStatusException http)) {
      return refusal instanceof McpProtocolException;
    }
    return switch (http.status()) {
      case 400, 404, 405, 406, 410, 501 -> true;
      default -> false;
    };
  }

  /**
   * Whether a server of the older era would reject an ordinary request without a session like this:
   * no JSON-RPC response, an unknown method, or a code without a meaning of its own. Excludes
   * errors that a tool call can return.
   */
  static boolean isWorthAskingAgain(McpException refusal) {
    if (refusal instanceof McpErrorResponseException error) {
      int code = error.code();
      return code == JsonRpcError.METHOD_NOT_FOUND
          || code == JsonRpcError.INVALID_REQUEST
          || (code <= -32_000 && code > -32_020);
    }
    return (refusal instanceof McpHttpStatusException || refusal instanceof McpProtocolException)
        && isEraEvidence(refusal);
  }
}
