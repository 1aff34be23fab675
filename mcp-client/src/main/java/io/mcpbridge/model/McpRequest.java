package io.mcpbridge.model;

/**
 * A request to a server, independent of the protocol revision.
 *
 * @param <R> the result type
 */
public sealed interface McpRequest<R extends McpResult>
    permits CallToolRequest,
        CompleteRequest,
        CustomRequest,
        GetPromptRequest,
        PaginatedRequest,
        PingRequest,
        ReadResourceRequest,
        SetLevelRequest,
        TaskRequest {

  /** The specification's method name, such as {@code tools/call}. */
  String method();
}
