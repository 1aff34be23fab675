package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * One page of a server's tools ({@code tools/list}).
 *
 * @param cursor where to go on, exactly as the server gave it; {@code null} for the first page. An
 *     empty string is a cursor like any other (2026-07-28, pagination)
 */
public record ListToolsRequest(@Nullable String cursor)
    implements PaginatedRequest<ListToolsResult> {

  /** The first page. */
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
