package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * Asks for one page of a list.
 *
 * @param <R> the page
 */
public sealed interface PaginatedRequest<R extends PaginatedResult<?>> extends McpRequest<R>
    permits ListPromptsRequest,
        ListResourcesRequest,
        ListResourceTemplatesRequest,
        ListToolsRequest {

  /**
   * Where to go on, exactly as the server gave it; {@code null} for the first page. An empty string
   * is a cursor like any other (2026-07-28, pagination).
   */
  @Nullable String cursor();

  /** Asks for another page of the same list. */
  PaginatedRequest<R> from(String nextCursor);
}
