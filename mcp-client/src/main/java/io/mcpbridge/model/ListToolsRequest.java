package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * Requests one page of a server's tools ({@code tools/list}).
 *
 * @param cursor exactly as the server gave it; {@code null} for the first page. An empty string is
 *     a valid cursor (2026-07-28, pagination)
 */
public record ListToolsRequest(@Nullable String cursor)
    implements PaginatedRequest<ListToolsResult> {

  /** Requests the first page. */
  public static ListToolsRequest first() {
    return new ListToolsRequest(null);
  }

  @Override
  public String method() {
    return "tools/list";
  }

  @Override
  public ListToolsRequest from(String nextCursor) {
    return new ListToolsRequest(nextCursor);
  }
}
