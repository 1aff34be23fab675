package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values that an argument could have.
 *
 * @param values the most relevant first; at most {@link #MAX_VALUES}
 * @param total how many there are altogether, if said
 * @param hasMore whether there are more than these
 * @param meta the result's {@code _meta}
 */
public record CompleteResult(
    List<String> values, @Nullable Long total, boolean hasMore, Map<String, @Nullable Object> meta)
    implements McpResult {

  /** How many values one answer may have (2026-07-28, completion); what goes beyond is dropped. */
  public static final int MAX_VALUES = 100;

  /** Copies the list. */
  public CompleteResult {
    values = List.copyOf(values);
  }
}
