package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool of a sampling request answered (2025-11-25 and later).
 *
 * @param toolUseId which use it answers
 * @param content the blocks
 * @param structuredContent the structured answer, or {@code null} if there is none
 * @param isError whether the tool failed
 * @param meta the block's {@code _meta}; to be kept
 */
public record ToolResultContent(
    String toolUseId,
    List<ContentBlock> content,
    @Nullable StructuredContent structuredContent,
    boolean isError,
    Map<String, @Nullable Object> meta)
    implements SamplingContent {

  /** Copies the list. */
  public ToolResultContent {
    content = List.copyOf(content);
  }
}
