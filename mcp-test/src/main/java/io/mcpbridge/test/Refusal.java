package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import org.jspecify.annotations.Nullable;

/** A JSON-RPC error for the client, with its HTTP status. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int httpStatus;
  private final transient JsonRpcError error;

  private Refusal(int httpStatus, JsonRpcError error) {
    super(error.message(), null, false, false);
    this.httpStatus = httpStatus;
    this.error = error;
  }

  static Refusal of(JsonRpcError error) {
    return new Refusal(200, error);
  }

  static Refusal of(int httpStatus, int code, String message, @Nullable Object data) {
    return new Refusal(httpStatus, new JsonRpcError(code, message, data));
  }

  static Refusal of(int httpStatus, int code, String message) {
    return of(httpStatus, code, message, null);
  }

  static Refusal invalidParams(String message) {
    return of(200, JsonRpcError.INVALID_PARAMS, message);
  }

  int httpStatus() {
    return httpStatus;
  }

  JsonRpcError error() {
    return error;
  }
}
