package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * Requests one page of a list.
 *
 * @param <R> the page's type
 */
public sealed interface PaginatedRequest<R extends PaginatedResult<?>> extends McpRequest<R>
    permits ListPromptsRequest,
        ListResourcesRequest,
        ListResourceTemplatesRequest,
        ListToolsRequest {

  /**
   * The cursor, exactly as the server gave it; {@code null} for the first page. An empty string is
   * a valid cursor (2026-07-28, pagination).
   */
  @Nullable String cursor();

  /** A request for another page of the same list. */
  PaginatedRequest<R> from(String nextCursor);
}
