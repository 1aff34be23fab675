package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An image.
 *
 * @param data Base64, as the server sent it but without a {@code data:...;base64,} prefix
 * @param mimeType such as {@code image/png}
 * @param annotations the block's annotations
 * @param meta the block's {@code _meta}
 */
public record ImageContent(
    String data, String mimeType, Annotations annotations, Map<String, @Nullable Object> meta)
    implements ContentBlock, SamplingContent {

  /** The image as a data URL for browsers and models: {@code data:image/png;base64,...}. */
  public String dataUrl() {
    return "data:" + mimeType + ";base64," + data;
  }
}
