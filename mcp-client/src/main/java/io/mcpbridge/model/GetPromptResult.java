package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a prompt, to be passed to a model.
 *
 * @param description the prompt's purpose
 * @param messages in order
 * @param meta the result's {@code _meta}
 */
public record GetPromptResult(
    @Nullable String description, List<PromptMessage> messages, Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Copies the list. */
  public GetPromptResult {
    messages = List.copyOf(messages);
  }
}
