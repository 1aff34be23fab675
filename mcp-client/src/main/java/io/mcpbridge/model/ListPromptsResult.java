package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of prompts.
 *
 * @param prompts in the server's order
 * @param nextCursor cursor of the next page; {@code null} on the last one
 * @param omitted unreadable entries that were skipped, with the reason
 * @param meta the result's {@code _meta}
 */
public record ListPromptsResult(
    List<Prompt> prompts,
    @Nullable String nextCursor,
    List<String> omitted,
    Map<String, @Nullable Object> meta)
    implements PaginatedResult<Prompt> {

  /** Copies the lists. */
  public ListPromptsResult {
    prompts = List.copyOf(prompts);
    omitted = List.copyOf(omitted);
  }

  @Override
  public List<Prompt> items() {
    return prompts;
  }

  @Override
  public String identity(Prompt prompt) {
    return prompt.name();
  }
}
