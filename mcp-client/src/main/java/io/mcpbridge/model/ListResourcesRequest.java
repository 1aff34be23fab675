package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * One page of a server's resources ({@code resources/list}).
 *
 * @param cursor where to go on, exactly as the server gave it; {@code null} for the first page
 */
public record ListResourcesRequest(@Nullable String cursor)
    implements PaginatedRequest<ListResourcesResult> {

  /** The first page. */
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
