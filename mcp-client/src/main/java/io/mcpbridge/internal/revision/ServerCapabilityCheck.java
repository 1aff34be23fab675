package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How strictly a revision treats the server's capabilities (lifecycle, operation). */
enum ServerCapabilityCheck {
  /**
   * Up to 2025-03-26 the client should respect them. This client sends requests anyway, since many
   * servers of that time declare too little, and 2024-11-05 has no capability for completion.
   */
  UNDECLARED {
    @Override
    void check(McpRequest<?> request, ServerInfo server) {}

    /** Context arguments exist since 2025-06-18 (changelog). */
    @Override
    @SuppressWarnings("unchecked")
    <R extends McpResult> McpRequest<R> supported(McpRequest<R> request) {
      return request instanceof CompleteRequest complete
          ? (McpRequest<R>)
              new CompleteRequest(
                  complete.ref(), complete.argumentName(), complete.argumentValue(), Map.of())
          : request;
    }

    @Override
    JsonObject resultOf(McpRequest<?> request, JsonRpcResponse response) {
      try {
        return ErrorResponses.resultOf(response);
      } catch (McpErrorResponseException e) {
        if (request instanceof CompleteRequest && e.code() == JsonRpcError.METHOD_NOT_FOUND) {
          throw new McpUnsupportedException(
              "the server does not support completion: " + e.reason(), e);
        }
        throw e;
      }
    }
  },

  /** From 2025-06-18 on the client must respect them. */
  BINDING;

  /**
   * @throws McpUnsupportedException if the server lacks the capability for this request
   */
  void check(McpRequest<?> request, ServerInfo server) {
    String capability = capabilityOf(request.method());
    if (capability != null && !server.offers(capability)) {
      throw new McpUnsupportedException(
          "the server does not offer "
              + capability
              + " (it offers "
              + ServerText.line(server.capabilities().keySet().toString())
              + "); nothing was sent");
    }
  }

  /** Removes what the revision does not define from a request. */
  <R extends McpResult> McpRequest<R> supported(McpRequest<R> request) {
    return request;
  }

  /**
   * Returns the result of a response.
   *
   * @throws McpErrorResponseException if it is an error
   * @throws McpUnsupportedException if the error says that the server does not support the method
   */
  JsonObject resultOf(McpRequest<?> request, JsonRpcResponse response) {
    return ErrorResponses.resultOf(response);
  }

  private static @Nullable String capabilityOf(String method) {
    return switch (method) {
      case "tools/list", "tools/call" -> "tools";
      case "resources/list", "resources/templates/list", "resources/read" -> "resources";
      case "prompts/list", "prompts/get" -> "prompts";
      case "completion/complete" -> "completions";
      default -> null;
    };
  }
}
