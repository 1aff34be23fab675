package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * Requests one page of a server's resource templates ({@code resources/templates/list}).
 *
 * @param cursor exactly as the server gave it; {@code null} for the first page
 */
public record ListResourceTemplatesRequest(@Nullable String cursor)
    implements PaginatedRequest<ListResourceTemplatesResult> {

  /** Requests the first page. */
  public static ListResourceTemplatesRequest first() {
    return new ListResourceTemplatesRequest(null);
  }

  @Override
  public String method() {
    return "resources/templates/list";
  }

  @Override
  public ListResourceTemplatesRequest from(String nextCursor) {
    return new ListResourceTemplatesRequest(nextCursor);
  }
}
