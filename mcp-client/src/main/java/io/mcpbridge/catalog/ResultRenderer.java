package io.mcpbridge.catalog;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What the model reads of a result: the text as it is, structured content that the text does not
 * already say as JSON, and a note for whatever text cannot hold, so that nothing disappears
 * silently.
 */
final class ResultRenderer {

  private ResultRenderer() {}

  static ToolOutput render(CallToolResult result) {
    String text = result.content().stream().map(BlockText::of).collect(Collectors.joining("\n"));
    StructuredContent structured = result.structuredContent();
    if (structured != null && !says(result.content(), structured)) {
      text = text.isEmpty() ? structured.toJson() : text + "\n" + structured.toJson();
    }
    if (text.isBlank()) {
      text =
          result.isError() ? "The tool failed without saying why." : "The tool returned nothing.";
    }
    return new ToolOutput(
        text, result.isError(), structured, result.content(), result.meta(), null);
  }

  /** Servers should repeat structured content as text (2025-06-18, tools); most do. */
  private static boolean says(List<ContentBlock> content, StructuredContent structured) {
    return content.stream()
        .anyMatch(block -> block instanceof TextContent text && isSame(text.text(), structured));
  }

  private static boolean isSame(String text, StructuredContent structured) {
    if (structured.value() instanceof String value && value.equals(text)) {
      return true;
    }
    try {
      return Objects.equals(Json.read(text), structured.value());
    } catch (JsonException proseInsteadOfJson) {
      return false;
    }
  }
}
