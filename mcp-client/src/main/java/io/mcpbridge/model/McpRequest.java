package io.mcpbridge.model;

/**
 * Something to ask of a server, without anything that depends on the protocol revision.
 *
 * @param <R> what it is answered with
 */
public sealed interface McpRequest<R extends McpResult>
    permits CallToolRequest,
        CompleteRequest,
        GetPromptRequest,
        PaginatedRequest,
        PingRequest,
        ReadResourceRequest,
        SetLevelRequest,
        TaskRequest {

  /** The specification's method name, such as {@code tools/call}. */
  String method();
}
