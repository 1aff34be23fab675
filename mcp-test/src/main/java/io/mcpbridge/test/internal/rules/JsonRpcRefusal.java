package io.mcpbridge.test.internal.rules;

import io.mcpbridge.jsonrpc.JsonRpcError;
import org.jspecify.annotations.Nullable;

/** A JSON-RPC error for the client, with its HTTP status. */
public final class JsonRpcRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int httpStatus;
  private final transient JsonRpcError error;

  private JsonRpcRefusal(int httpStatus, JsonRpcError error) {
    super(error.message(), null, false, false);
    this.httpStatus = httpStatus;
    this.error = error;
  }

  public static JsonRpcRefusal of(JsonRpcError error) {
    return new JsonRpcRefusal(200, error);
  }

  public static JsonRpcRefusal of(int httpStatus, int code, String message, @Nullable Object data) {
    return new JsonRpcRefusal(httpStatus, new JsonRpcError(code, message, data));
  }

  public static JsonRpcRefusal of(int httpStatus, int code, String message) {
    return of(httpStatus, code, message, null);
  }

  public static JsonRpcRefusal invalidParams(String message) {
    return of(200, JsonRpcError.INVALID_PARAMS, message);
  }

  public int httpStatus() {
    return httpStatus;
  }

  public JsonRpcError error() {
    return error;
  }
}
