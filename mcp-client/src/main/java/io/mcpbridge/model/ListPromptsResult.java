package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of prompts.
 *
 * @param prompts in the server's order
 * @param nextCursor where the next page starts; {@code null} on the last one
 * @param meta the result's {@code _meta}
 */
public record ListPromptsResult(
    List<Prompt> prompts, @Nullable String nextCursor, Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Copies the list. */
  public ListPromptsResult {
    prompts = List.copyOf(prompts);
  }
}
