package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of prompts.
 *
 * @param prompts in the server's order
 * @param nextCursor where the next page starts; {@code null} on the last one
 * @param omitted what could not be read as a prompt and was left out, with the reason
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
