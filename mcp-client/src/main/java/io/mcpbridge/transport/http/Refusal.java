package io.mcpbridge.transport.http;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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

  @Nullable JsonRpcError error() {
    return response == null ? null : response.error();
  }

  boolean mentions(String word) {
    return body.toLowerCase(Locale.ROOT).contains(word);
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
