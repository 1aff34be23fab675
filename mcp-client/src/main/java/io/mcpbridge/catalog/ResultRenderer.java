package io.mcpbridge.catalog;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.shortening.Shortening;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * What the model reads of a result: the text as it is, structured content that the text does not
 * already say as JSON, and a note for whatever text cannot hold, so that nothing disappears
 * silently.
 */
final class ResultRenderer {

  private ResultRenderer() {}

  /**
   * @param from a first line that says where it is from; empty for none
   * @param most how many characters the model may be given; what is too long is shortened in the
   *     text, and stays whole in the rest of the output
   * @param tooLong told how many there are, if that is more
   */
  static ToolOutput render(CallToolResult result, String from, int most, IntConsumer tooLong) {
    List<String> parts = new ArrayList<>(result.content().size() + 2);
    for (ContentBlock block : result.content()) {
      parts.add(BlockText.of(block));
    }
    StructuredContent structured = result.structuredContent();
    if (structured != null && !says(result.content(), structured)) {
      parts.removeIf(String::isEmpty);
      parts.add(structured.toJson());
    }
    if (parts.stream().allMatch(String::isBlank)) {
      parts.clear();
      parts.add(
          result.isError() ? "The tool failed without saying why." : "The tool returned nothing.");
    }
    if (!from.isEmpty()) {
      parts.add(0, from);
    }
    long length = Shortening.length(parts);
    if (length > most) {
      tooLong.accept((int) Math.min(length, Integer.MAX_VALUE));
    }
    String text = Shortening.join(parts, most);
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
