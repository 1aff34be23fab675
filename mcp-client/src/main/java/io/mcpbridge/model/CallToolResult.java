package io.mcpbridge.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call. A failed tool returns a result too: {@code isError} lets the model
 * read the error and react (2026-07-28, tools, error handling).
 *
 * @param content the content blocks in order, including unknown types
 * @param structuredContent the structured content (2025-06-18 and later); {@code null} if absent,
 *     as opposed to present with the value {@code null}
 * @param isError whether the tool reports a failure
 * @param meta the result's {@code _meta}
 */
public record CallToolResult(
    List<ContentBlock> content,
    @Nullable StructuredContent structuredContent,
    boolean isError,
    Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Copies the list. */
  public CallToolResult {
    content = List.copyOf(content);
  }

  /** The text blocks, joined by line feeds; empty if there are none. */
  public String text() {
    List<String> texts = new ArrayList<>(content.size());
    for (ContentBlock block : content) {
      if (block instanceof TextContent text) {
        texts.add(text.text());
      }
    }
    // avoids a copy in the common case of a single, possibly large block
    return texts.size() == 1 ? texts.get(0) : String.join("\n", texts);
  }
}
