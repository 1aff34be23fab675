package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An image.
 *
 * @param data Base64, as the server sent it but without {@code data:...;base64,} in front
 * @param mimeType such as {@code image/png}
 * @param annotations who it is for
 * @param meta the block's {@code _meta}
 */
public record ImageContent(
    String data, String mimeType, Annotations annotations, Map<String, @Nullable Object> meta)
    implements ContentBlock, SamplingContent {

  /** The image as a URL that browsers and models take: {@code data:image/png;base64,...}. */
  public String dataUrl() {
    return "data:" + mimeType + ";base64," + data;
  }
}
