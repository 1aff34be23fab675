package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * Requests one page of a server's prompts ({@code prompts/list}).
 *
 * @param cursor exactly as the server gave it; {@code null} for the first page
 */
public record ListPromptsRequest(@Nullable String cursor)
    implements PaginatedRequest<ListPromptsResult> {

  /** Requests the first page. */
  public static ListPromptsRequest first() {
    return new ListPromptsRequest(null);
  }

  @Override
  public String method() {
    return "prompts/list";
  }

  @Override
  public ListPromptsRequest from(String nextCursor) {
    return new ListPromptsRequest(nextCursor);
  }
}
