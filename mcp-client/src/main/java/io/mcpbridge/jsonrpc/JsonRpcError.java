package io.mcpbridge.jsonrpc;

import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was refused. Codes from -32000 to -32019 are the peer's own and mean nothing by
 * themselves (2026-07-28, basic, error codes).
 *
 * @param code the number
 * @param message the peer's words, empty if it sent none
 * @param data any JSON value, or {@code null}
 */
public record JsonRpcError(int code, String message, @Nullable Object data) {

  /** The peer could not read the message as JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The message is no valid request. */
  public static final int INVALID_REQUEST = -32600;

  /** The peer does not have this method, or its capability was not declared. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** The parameters are wrong; also an unknown tool, prompt, cursor or (2026-07-28) resource. */
  public static final int INVALID_PARAMS = -32602;

  /** The peer failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** The headers of an HTTP request contradict its body (2026-07-28). */
  public static final int HEADER_MISMATCH = -32020;

  /** The request needs a capability that the client did not declare (2026-07-28). */
  public static final int MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

  /** The server does not speak the revision; {@code data.supported} lists those it does. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  /** An error without data. */
  public JsonRpcError(int code, String message) {
    this(code, message, null);
  }

  /** Reads an error object; one without a usable code counts as {@link #INTERNAL_ERROR}. */
  public static JsonRpcError from(JsonObject error) {
    Long code = error.integer("code");
    return new JsonRpcError(
        code == null || code.intValue() != code ? INTERNAL_ERROR : code.intValue(),
        error.string("message", ""),
        error.get("data"));
  }

  /**
   * Whether the protocol has given this error a code of its own (2026-07-28), so that nobody sends
   * it who does not speak the protocol.
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
