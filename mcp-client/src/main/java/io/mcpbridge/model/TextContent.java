package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain text.
 *
 * @param text the text
 * @param annotations the block's annotations
 * @param meta the block's {@code _meta}
 */
public record TextContent(String text, Annotations annotations, Map<String, @Nullable Object> meta)
    implements ContentBlock, SamplingContent {

  /** Text without annotations and {@code _meta}. */
  public static TextContent of(String text) {
    return new TextContent(text, Annotations.none(), Map.of());
  }
}
