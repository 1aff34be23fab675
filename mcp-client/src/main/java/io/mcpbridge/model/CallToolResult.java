package io.mcpbridge.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool answered. A failed tool is a result too: {@code isError} is for the model to read and
 * react to (2026-07-28, tools, error handling).
 *
 * @param content the blocks, in order, unknown kinds included
 * @param structuredContent the structured answer (2025-06-18 and later); {@code null} if there is
 *     none, which is not the same as one whose value is {@code null}
 * @param isError whether the tool says that it failed
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

  /** The text blocks, joined by line ends; empty if there are none. */
  public String text() {
    List<String> texts = new ArrayList<>(content.size());
    for (ContentBlock block : content) {
      if (block instanceof TextContent text) {
        texts.add(text.text());
      }
    }
    // nearly always there is one, and it may be large: no copy of it
    return texts.size() == 1 ? texts.get(0) : String.join("\n", texts);
  }
}
