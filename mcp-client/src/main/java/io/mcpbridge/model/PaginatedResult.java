package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param <T> what is listed
 */
public sealed interface PaginatedResult<T> extends McpResult
    permits ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult {

  /** What is on the page, in the server's order. */
  List<T> items();

  /** Where the next page starts; {@code null} on the last one. */
  @Nullable String nextCursor();

  /** What tells an item from the others: its name, or its URI. */
  String identity(T item);

  /** What could not be read and was left out, with the reason. */
  List<String> omitted();
}
