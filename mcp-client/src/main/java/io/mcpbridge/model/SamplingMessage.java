package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a sampling request's conversation.
 *
 * @param role {@code user} or {@code assistant}
 * @param content one block, or several (2025-11-25 and later)
 * @param meta the message's {@code _meta}
 */
public record SamplingMessage(
    String role, List<SamplingContent> content, Map<String, @Nullable Object> meta) {

  /** Copies the list. */
  public SamplingMessage {
    content = List.copyOf(content);
  }
}
