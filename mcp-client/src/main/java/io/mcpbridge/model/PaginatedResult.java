package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param <T> the type of the entries
 */
public sealed interface PaginatedResult<T> extends McpResult
    permits ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult {

  /** The entries in the server's order. */
  List<T> items();

  /** The cursor of the next page; {@code null} on the last one. */
  @Nullable String nextCursor();

  /** The identity of an entry: its name or URI. */
  String identity(T item);

  /** Unreadable entries that were skipped, with the reason. */
  List<String> omitted();
}
