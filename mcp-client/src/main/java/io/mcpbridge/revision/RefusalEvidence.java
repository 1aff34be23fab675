package io.mcpbridge.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.jsonrpc.JsonRpcError;

/** What an answer without a JSON-RPC message says about the era of the server behind it. */
final class RefusalEvidence {

  private RefusalEvidence() {}

  /**
   * Whether the answer shows that the server does not know the question. Refused credentials,
   * overload, redirects and size limits show nothing about the era (2026-07-28, compatibility
   * matrix: a 4xx without a recognised body).
   */
  static boolean isEraEvidence(McpException refusal) {
    if (!(refusal instanceof McpHttpStatusException http)) {
      return true;
    }
    return switch (http.status()) {
      case 401, 403, 408, 413, 425, 429, 431 -> false;
      case 501 -> true;
      default -> http.status() >= 400 && http.status() < 500;
    };
  }

  /**
   * Like {@link #isEraEvidence}, and a bare 500: some servers fail on a method they do not know.
   */
  static boolean isWorthInitializing(McpException refusal) {
    return isEraEvidence(refusal)
        || (refusal instanceof McpHttpStatusException http && http.status() == 500);
  }

  /**
   * Whether the answer to a greeting shows that the server does not know the transport: 400, 404 or
   * 405 (2025-11-25, transports, backwards compatibility), what such servers have been seen to say
   * instead, and any 2xx without a message.
   */
  static boolean isOfTransport(McpException refusal) {
    if (!(refusal instanceof McpHttpStatusException http)) {
      return refusal instanceof McpProtocolException;
    }
    return switch (http.status()) {
      case 400, 404, 405, 406, 410, 501 -> true;
      default -> false;
    };
  }

  /**
   * Whether a refusal of an ordinary request is what a server of the older era says to one without
   * a session: an answer that is none, an unknown method, a code without a meaning of its own. What
   * a tool may well refuse is none of that.
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
