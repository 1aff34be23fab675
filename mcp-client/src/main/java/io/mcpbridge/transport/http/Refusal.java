package io.mcpbridge.transport.http;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An answer with a status outside 2xx.
 *
 * @param status the HTTP status
 * @param body what was read of the body
 * @param response the JSON-RPC error in the body, if it is one
 */
record Refusal(int status, String body, @Nullable JsonRpcResponse response) {

  /** So much of a refusal is read. */
  static final int BODY_LIMIT = 1024 * 1024;

  static Refusal of(int status, byte[] bytes) {
    String body = new String(bytes, StandardCharsets.UTF_8).strip();
    return new Refusal(status, body, response(body));
  }

  /** The JSON-RPC error in the body, whatever it is worth. */
  @Nullable JsonRpcError error() {
    return response == null ? null : response.error();
  }

  /**
   * The JSON-RPC error as the answer to the request. Which status an ordinary error has is left
   * open (2026-07-28, Streamable HTTP), so the error counts and not the status; 500 and 501 are how
   * some servers say {@code internal error} and {@code method not found}. The exceptions are
   * statuses that speak of access, haste or load, or for a gateway: whatever stands in the body,
   * the request was not looked at, and nothing is learned of what the server speaks. Only errors
   * that the protocol has given a code of their own count even then. (401, and 403 with a
   * challenge, are for the credentials to answer and do not come this far.)
   */
  @Nullable JsonRpcError answer() {
    JsonRpcError error = error();
    return error != null && (isOfTheServer(status) || error.isOfTheProtocol()) ? error : null;
  }

  /** Whether the same request may well be granted later, by its status. */
  boolean isTemporary() {
    return switch (status) {
      case 408, 425, 429 -> true;
      default -> status >= 500 && status != 501;
    };
  }

  private static boolean isOfTheServer(int status) {
    return switch (status) {
      case 403, 408, 425, 429 -> false;
      default -> status <= 501;
    };
  }

  /**
   * Unlike in a good answer, {@code jsonrpc} must be there: gateways have error objects of their
   * own that look much the same.
   */
  private static @Nullable JsonRpcResponse response(String body) {
    if (!body.startsWith("{")) {
      return null;
    }
    try {
      JsonObject json = JsonObject.of(Json.read(body));
      return json.string("jsonrpc") != null
              && JsonRpcMessage.from(json) instanceof JsonRpcResponse response
              && response.error() != null
          ? response
          : null;
    } catch (JsonException notForUs) {
      return null;
    }
  }
}
