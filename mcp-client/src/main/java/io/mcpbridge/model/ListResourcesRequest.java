package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * Requests one page of a server's resources ({@code resources/list}).
 *
 * @param cursor exactly as the server gave it; {@code null} for the first page
 */
public record ListResourcesRequest(@Nullable String cursor)
    implements PaginatedRequest<ListResourcesResult> {

  /** Requests the first page. */
  public static ListResourcesRequest first() {
    return new ListResourcesRequest(null);
  }

  @Override
  public String method() {
    return "resources/list";
  }

  @Override
  public ListResourcesRequest from(String nextCursor) {
    return new ListResourcesRequest(nextCursor);
  }
}
