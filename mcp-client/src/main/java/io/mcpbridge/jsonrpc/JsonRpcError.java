package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON-RPC error. Codes from -32000 to -32019 are implementation-defined and have no meaning of
 * their own (2026-07-28, basic, error codes).
 *
 * @param code the error code
 * @param message the peer's message, empty if it sent none
 * @param data any JSON value, or {@code null}
 */
public record JsonRpcError(int code, String message, @Nullable Object data) {

  /** The message is not valid JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The message is not a valid request. */
  public static final int INVALID_REQUEST = -32600;

  /** The peer does not support this method, or its capability was not declared. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** Invalid parameters; also an unknown tool, prompt, cursor or (2026-07-28) resource. */
  public static final int INVALID_PARAMS = -32602;

  /** An internal error of the peer. */
  public static final int INTERNAL_ERROR = -32603;

  /** The headers of an HTTP request contradict its body (2026-07-28). */
  public static final int HEADER_MISMATCH = -32020;

  /** The request needs a capability that the client did not declare (2026-07-28). */
  public static final int MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

  /** The server does not support the revision; {@code data.supported} lists those it supports. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  /** An error without data. */
  public JsonRpcError(int code, String message) {
    this(code, message, null);
  }

  /** Reads an error object; one without a usable code counts as {@link #INTERNAL_ERROR}. */
  public static JsonRpcError of(JsonObject error) {
    Long code = error.integer("code");
    return new JsonRpcError(
        code == null || code.intValue() != code ? INTERNAL_ERROR : code.intValue(),
        error.string("message", ""),
        error.get("data"));
  }

  /**
   * Whether the code is one that the protocol assigns (2026-07-28), which only a peer that
   * implements the protocol sends.
   */
  public boolean isOfTheProtocol() {
    return code == HEADER_MISMATCH
        || code == MISSING_REQUIRED_CLIENT_CAPABILITY
        || code == UNSUPPORTED_PROTOCOL_VERSION;
  }

  JsonObject toJson() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("code", code);
    members.put("message", message);
    if (data != null) {
      members.put("data", data);
    }
    return JsonObject.of(members);
  }
}
