package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.Content;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result object of a tool call: the same as that of LangChain4j's own MCP client, but backed by
 * the whole {@link ToolOutput}. That is not an attribute, because chat memories serialize
 * attributes.
 */
final class ResultObjects {

  private ResultObjects() {}

  /**
   * The structured content if there is any, {@code null} if the text is complete, and otherwise the
   * output.
   */
  static @Nullable Object of(ToolOutput output) {
    StructuredContent structured = output.structuredContent();
    Object value = structured == null ? null : withDoubles(structured.value());
    if (value instanceof Map<?, ?> map) {
      return new StructuredMap(map, output);
    }
    if (value instanceof List<?> list) {
      return new StructuredList(list, output);
    }
    if (value != null) {
      return value;
    }
    boolean isText = structured == null && output.failure() == null && isAllText(output);
    return isText && isOfTheProtocol(output.meta()) ? null : output;
  }

  /** Whether it has only keys such as the server's name, which every result of 2026-07-28 has. */
  private static boolean isOfTheProtocol(Map<String, @Nullable Object> meta) {
    for (String key : meta.keySet()) {
      if (!key.startsWith("io.modelcontextprotocol/")) {
        return false;
      }
    }
    return true;
  }

  /** With doubles for fractions, as LangChain4j has them; the output keeps every digit. */
  private static @Nullable Object withDoubles(@Nullable Object value) {
    return hasDecimals(value) ? copy(value) : value;
  }

  private static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put(name, copy(member)));
      return Collections.unmodifiableMap(members);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> elements = new ArrayList<>();
      list.forEach(element -> elements.add(copy(element)));
      return Collections.unmodifiableList(elements);
    }
    return value instanceof BigDecimal decimal ? (Object) decimal.doubleValue() : value;
  }

  private static boolean hasDecimals(@Nullable Object value) {
    return value instanceof BigDecimal
        || (value instanceof Map<?, ?> map
            && map.values().stream().anyMatch(ResultObjects::hasDecimals))
        || (value instanceof List<?> list && list.stream().anyMatch(ResultObjects::hasDecimals));
  }

  /** Whether the text covers all blocks. */
  private static boolean isAllText(ToolOutput output) {
    List<String> texts = new ArrayList<>(output.content().size());
    for (ContentBlock block : output.content()) {
      if (!(block instanceof TextContent text)
          || !text.annotations().equals(Annotations.none())
          || !text.meta().isEmpty()) {
        return false;
      }
      texts.add(text.text());
    }
    return !texts.isEmpty() && output.text().equals(String.join("\n", texts));
  }

  /**
   * The output behind a result object.
   *
   * @param object {@code null} if the text is complete
   * @param contents what the model reads
   */
  static ToolOutput output(
      @Nullable Object object,
      boolean isError,
      List<Content> contents,
      Map<String, @Nullable Object> attributes) {
    if (object instanceof ToolOutput output) {
      return output;
    }
    if (object instanceof HasOutput carrier) {
      return carrier.output();
    }
    String text = text(contents);
    Object structured = attributes.get(McpToolProvider.STRUCTURED_CONTENT_ATTRIBUTE);
    return new ToolOutput(
        text,
        isError,
        structured == null ? null : new StructuredContent(structured),
        List.of(TextContent.of(text)),
        meta(attributes.get(McpToolProvider.META_ATTRIBUTE)),
        null);
  }

  private static String text(List<Content> contents) {
    List<String> texts = new ArrayList<>(contents.size());
    for (Content content : contents) {
      if (content instanceof dev.langchain4j.data.message.TextContent text) {
        texts.add(text.text());
      }
    }
    return String.join("\n", texts);
  }

  @SuppressWarnings("unchecked") // as it was put there
  private static Map<String, @Nullable Object> meta(@Nullable Object attribute) {
    return attribute instanceof Map<?, ?> meta ? (Map<String, @Nullable Object>) meta : Map.of();
  }

  /** Structured content with a reference to its output. */
  private interface HasOutput {
    ToolOutput output();
  }

  private static final class StructuredMap extends AbstractMap<String, @Nullable Object>
      implements HasOutput {

    private final Map<String, @Nullable Object> members;
    private final ToolOutput output;

    @SuppressWarnings("unchecked") // a JSON object
    StructuredMap(Map<?, ?> members, ToolOutput output) {
      this.members = (Map<String, @Nullable Object>) members;
      this.output = output;
    }

    @Override
    public Set<Entry<String, @Nullable Object>> entrySet() {
      return members.entrySet();
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      return members.get(key);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return members.containsKey(key);
    }

    @Override
    public ToolOutput output() {
      return output;
    }
  }

  private static final class StructuredList extends AbstractList<@Nullable Object>
      implements HasOutput {

    private final List<?> elements;
    private final ToolOutput output;

    StructuredList(List<?> elements, ToolOutput output) {
      this.elements = elements;
      this.output = output;
    }

    @Override
    public @Nullable Object get(int index) {
      return elements.get(index);
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public ToolOutput output() {
      return output;
    }
  }
}
