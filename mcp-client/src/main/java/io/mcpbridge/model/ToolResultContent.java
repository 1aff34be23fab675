package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool that a sampling request offered (2025-11-25 and later).
 *
 * @param toolUseId the id of the tool use
 * @param content the content blocks
 * @param structuredContent the structured content; {@code null} if there is none
 * @param isError whether the tool failed
 * @param meta the block's {@code _meta}; to be preserved
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
