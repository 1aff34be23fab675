package io.mcpbridge.catalog.internal.content;

import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a content block that a multimodal model may accept. For other models, {@link
 * ContentText} renders the block as text.
 *
 * @param mimeType such as {@code image/png}
 * @param base64 the bytes, encoded as base64
 */
public record ContentMedia(String mimeType, String base64) {

  /** The media of an image, audio or embedded binary resource; {@code null} for other blocks. */
  public static @Nullable ContentMedia of(ContentBlock block) {
    if (block.annotations().audience().equals(List.of("user"))) {
      return null;
    }
    if (block instanceof ImageContent image) {
      return of(image.mimeType(), image.data());
    }
    if (block instanceof AudioContent audio) {
      return of(audio.mimeType(), audio.data());
    }
    if (block instanceof EmbeddedResource embedded) {
      ResourceContents resource = embedded.resource();
      return of(resource.mimeType(), resource.blob());
    }
    return null;
  }

  private static @Nullable ContentMedia of(@Nullable String mimeType, @Nullable String base64) {
    if (mimeType == null || mimeType.isBlank() || base64 == null || base64.isBlank()) {
      return null;
    }
    return new ContentMedia(mimeType, base64);
  }

  /** The top-level type, such as {@code image} or {@code audio}. */
  public String kind() {
    int slash = mimeType.indexOf('/');
    return slash < 0 ? mimeType : mimeType.substring(0, slash);
  }
}
