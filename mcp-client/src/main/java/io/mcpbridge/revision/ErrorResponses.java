package io.mcpbridge.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.util.Objects;

/** Tells results from errors. */
final class ErrorResponses {

  private ErrorResponses() {}

  /**
   * The result of a response.
   *
   * @throws McpErrorResponseException if it is an error
   */
  static JsonObject resultOf(JsonRpcResponse response) {
    JsonRpcError error = response.error();
    if (error != null) {
      throw new McpErrorResponseException(
          "the server answered with error " + error.code() + ": " + error.message(),
          error.code(),
          error.message(),
          error.data());
    }
    return Objects.requireNonNull(response.result());
  }
}
