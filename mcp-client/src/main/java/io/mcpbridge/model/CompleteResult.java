package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Completions of an argument.
 *
 * @param values the most relevant first; at most {@link #MAX_VALUES}
 * @param total the total number of completions, if specified
 * @param hasMore whether there are more completions
 * @param meta the result's {@code _meta}
 */
public record CompleteResult(
    List<String> values, @Nullable Long total, boolean hasMore, Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Maximum number of values (2026-07-28, completion); excess values are dropped. */
  public static final int MAX_VALUES = 100;

  /** Copies the list. */
  public CompleteResult {
    values = List.copyOf(values);
  }
}
