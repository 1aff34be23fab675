package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonScanner;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of structured content that the content blocks already contain. Servers should
 * repeat it as text (2025-06-18, tools, structured content). Many wrap the text in an object,
 * because up to 2025-11-25 structured content must be one: {@code {"result": "..."}}.
 */
final class StructuredContentDeduplicator {

  /** The members of a content block besides its text or data. */
  private static final Set<String> BLOCK = Set.of("type", "mimeType", "annotations", "_meta");

  /** Shorter members, in characters of JSON, are repeated, since a note would be no shorter. */
  private static final int MIN_LENGTH = 40;

  private final StructuredContent structured;

  /** Only the blocks that the model reads. */
  private final List<ContentBlock> blocks = new ArrayList<>();

  private final List<String> texts = new ArrayList<>();
  private final String lines;
  private final String joined;

  StructuredContentDeduplicator(StructuredContent structured, List<ContentBlock> content) {
    this.structured = structured;
    for (ContentBlock block : content) {
      if (ContentText.isForModel(block)) {
        blocks.add(block);
        if (block instanceof TextContent text) {
          texts.add(text.text());
        }
      }
    }
    lines = String.join("\n", texts).strip();
    joined = String.join("", texts);
  }

  /** Whether the block's text is the whole structured content as JSON, with any layout. */
  boolean isSerialization(ContentBlock block) {
    return block instanceof TextContent text
        && ContentText.isForModel(block)
        && JsonScanner.isJson(text.text(), structured.value());
  }

  /** What the blocks do not contain, as JSON; {@code null} if they contain all of it. */
  @Nullable String remainder() {
    Object value = structured.value();
    if (blocks.isEmpty()) {
      return structured.toJson();
    }
    if (isRepeated(value)) {
      return null;
    }
    return value instanceof Map<?, ?> members ? remainder(members) : structured.toJson();
  }

  private @Nullable String remainder(Map<?, ?> members) {
    Map<Object, @Nullable Object> remaining = new LinkedHashMap<>();
    for (Map.Entry<?, ?> member : members.entrySet()) {
      Object value = member.getValue();
      boolean isRepeated = isRepeated(value);
      if (isRepeated && members.size() == 1) {
        return null;
      }
      boolean isLeftOut = isRepeated && Json.write(value).length() > MIN_LENGTH;
      remaining.put(member.getKey(), isLeftOut ? "[the text above]" : value);
    }
    return Json.write(remaining);
  }

  /** In one block, in all of them together, or with each element in a block. */
  private boolean isRepeated(@Nullable Object value) {
    if (value instanceof String text) {
      return texts.contains(text) || text.strip().equals(lines) || text.equals(joined);
    }
    return texts.stream().anyMatch(text -> JsonScanner.isJson(text, value))
        || value instanceof List<?> elements
            && elements.size() == blocks.size()
            && IntStream.range(0, blocks.size()).allMatch(i -> isRepeatedBy(i, elements.get(i)));
  }

  private boolean isRepeatedBy(int i, @Nullable Object element) {
    ContentBlock block = blocks.get(i);
    if (block instanceof TextContent text) {
      return text.text().equals(element)
          || isBlock(element, "text", text.text())
          || JsonScanner.isJson(text.text(), element);
    }
    String data =
        block instanceof ImageContent image
            ? image.data()
            : block instanceof AudioContent audio ? audio.data() : null;
    return data != null && isBlock(element, "data", data);
  }

  /** Whether it is a content block and nothing else: other members would be lost. */
  private static boolean isBlock(@Nullable Object element, String member, String value) {
    return element instanceof Map<?, ?> block
        && value.equals(block.get(member))
        && block.keySet().stream().allMatch(key -> key.equals(member) || BLOCK.contains(key));
  }
}
