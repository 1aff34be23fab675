package io.mcpbridge.internal.http.call;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A response with a status outside 2xx.
 *
 * @param status the HTTP status
 * @param body what was read of the body
 * @param response the JSON-RPC error in the body, if it is one
 */
public record ErrorStatusResponse(int status, String body, @Nullable JsonRpcResponse response) {

  /** How much of a refusal's body is read. */
  static final int BODY_LIMIT = 1024 * 1024;

  static ErrorStatusResponse of(int status, byte[] bytes) {
    String body = new String(bytes, StandardCharsets.UTF_8).strip();
    return new ErrorStatusResponse(status, body, response(body));
  }

  /** The JSON-RPC error in the body, whatever the status. */
  @Nullable JsonRpcError error() {
    return response == null ? null : response.error();
  }

  /**
   * The JSON-RPC error as the response to the request. The specification leaves the status of an
   * ordinary error open (2026-07-28, Streamable HTTP), so the error takes precedence over the
   * status; some servers send 500 for {@code internal error} and 501 for {@code method not found}.
   * The exceptions are statuses about access, rate or load, and those of gateways: whatever the
   * body says, the server did not process the request, and the response reveals nothing about the
   * revisions it supports. With those, only errors with a code that the protocol defines count.
   * (Credentials handle 401, and 403 with a challenge, before this.)
   */
  public @Nullable JsonRpcError jsonRpcResponse() {
    JsonRpcError error = error();
    return error != null && (isOfTheServer(status) || error.isOfTheProtocol()) ? error : null;
  }

  /** Whether the status allows a later retry of the same request. */
  public boolean isTemporary() {
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
   * Unlike in a 2xx response, {@code jsonrpc} is required: error objects of gateways look much the
   * same.
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
