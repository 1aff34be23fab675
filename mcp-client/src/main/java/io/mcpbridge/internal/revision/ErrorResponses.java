package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.util.List;
import java.util.Objects;

/** Converts error responses to exceptions. */
final class ErrorResponses {

  private ErrorResponses() {}

  /**
   * Returns the result of a response.
   *
   * @throws McpUnsupportedVersionException if the server no longer supports the negotiated
   *     revision; also in sessions, because the server may have been replaced by one without them
   * @throws McpErrorResponseException if it is another error
   */
  static JsonObject resultOf(JsonRpcResponse response) {
    JsonRpcError error = response.error();
    if (error != null) {
      throw failure(error, "the server answered with error " + error.code());
    }
    return Objects.requireNonNull(response.result());
  }

  /**
   * Converts an error to an exception.
   *
   * @param operation what failed, without the server's message
   */
  static McpException failure(JsonRpcError error, String operation) {
    String message = operation + ": " + ServerText.line(error.message());
    List<String> supported = SupportedVersions.of(error);
    if (error.code() == JsonRpcError.UNSUPPORTED_PROTOCOL_VERSION && !supported.isEmpty()) {
      return new McpUnsupportedVersionException(
          message + "; it speaks " + Revisions.list(supported), supported);
    }
    return new McpErrorResponseException(
        message + missingCapabilities(error), error.code(), error.message(), error.data());
  }

  private static String missingCapabilities(JsonRpcError error) {
    JsonObject data = JsonObject.orNull(error.data());
    return error.code() != JsonRpcError.MISSING_REQUIRED_CLIENT_CAPABILITY || data == null
        ? ""
        : "; it requires "
            + ServerText.line(data.map("requiredCapabilities").keySet().toString())
            + ", for which this client has no input handler";
  }
}
